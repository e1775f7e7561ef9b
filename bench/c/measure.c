// Runs a command and tells its wall time in nanoseconds, its CPU time in microseconds and its peak memory in
// kilobytes: measure RESULT-FILE COMMAND…
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long long microseconds(struct timeval time) { return time.tv_sec * 1000000LL + time.tv_usec; }

int main(int count, char **words) {
  if (count < 3) return 2;
  struct timespec start, end;
  clock_gettime(CLOCK_MONOTONIC, &start);
  pid_t child = fork();
  if (child == 0) {
    execvp(words[2], words + 2);
    _exit(127);
  }
  int status = 0;
  struct rusage usage;
  wait4(child, &status, 0, &usage);
  clock_gettime(CLOCK_MONOTONIC, &end);
  long long wall = (end.tv_sec - start.tv_sec) * 1000000000LL + (end.tv_nsec - start.tv_nsec);
  FILE *result = fopen(words[1], "w");
  if (result == NULL) return 2;
  long long cpu = microseconds(usage.ru_utime) + microseconds(usage.ru_stime);
  fprintf(result, "%lld %lld %ld\n", wall, cpu, usage.ru_maxrss);
  fclose(result);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

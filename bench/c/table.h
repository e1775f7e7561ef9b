// The two tables that the C peers read: Quake PAK and ForgeLight pack2, both little-endian.
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static inline void fail(const char *what) {
  perror(what);
  exit(1);
}

static inline uint32_t u32(const unsigned char *at) {
  uint32_t value;
  memcpy(&value, at, 4);
  return value;
}

static inline uint64_t u64(const unsigned char *at) {
  uint64_t value;
  memcpy(&value, at, 8);
  return value;
}

static inline void read_at(int file, void *target, size_t length, off_t offset) {
  char *at = target;
  while (length > 0) {
    ssize_t count = pread(file, at, length, offset);
    if (count <= 0) fail("pread");
    at += count;
    offset += count;
    length -= (size_t)count;
  }
}

static inline void write_all(int file, const void *source, size_t length) {
  const char *at = source;
  while (length > 0) {
    ssize_t count = write(file, at, length);
    if (count <= 0) fail("write");
    at += count;
    length -= (size_t)count;
  }
}

// Makes the folders of a path once each; names come in groups, so one remembered folder is enough.
static inline void make_folders(char *path, char *last) {
  char *slash = strrchr(path, '/');
  if (slash == NULL) return;
  *slash = 0;
  if (strcmp(path, last) != 0) {
    strcpy(last, path);
    for (char *at = path + 1; *at; at++) {
      if (*at != '/') continue;
      *at = 0;
      mkdir(path, 0777);
      *at = '/';
    }
    mkdir(path, 0777);
  }
  *slash = '/';
}

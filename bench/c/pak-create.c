// Packs the files named on standard input into a Quake PAK: pak-create ARCHIVE FOLDER < names
#include "table.h"

int main(int count, char **words) {
  if (count != 3) return 2;
  int out = open(words[1], O_RDWR | O_CREAT | O_TRUNC, 0666);
  if (out < 0) fail(words[1]);
  unsigned char head[12] = "PACK";
  write_all(out, head, 12);
  size_t room = 1 << 20, rows_room = 1 << 20, rows = 0;
  char *buffer = malloc(room);
  unsigned char *table = calloc(1, rows_room);
  uint32_t offset = 12;
  char name[256], path[4096];
  while (fgets(name, sizeof name, stdin) != NULL) {
    name[strcspn(name, "\n")] = 0;
    snprintf(path, sizeof path, "%s/%s", words[2], name);
    int file = open(path, O_RDONLY);
    struct stat stat;
    if (file < 0 || fstat(file, &stat) != 0) fail(path);
    if ((size_t)stat.st_size > room) buffer = realloc(buffer, room = (size_t)stat.st_size);
    read_at(file, buffer, (size_t)stat.st_size, 0);
    close(file);
    write_all(out, buffer, (size_t)stat.st_size);
    if (rows + 64 > rows_room) {
      table = realloc(table, rows_room * 2);
      memset(table + rows_room, 0, rows_room);
      rows_room *= 2;
    }
    memcpy(table + rows, name, strnlen(name, 55));
    uint32_t size = (uint32_t)stat.st_size;
    memcpy(table + rows + 56, &offset, 4);
    memcpy(table + rows + 60, &size, 4);
    rows += 64;
    offset += size;
  }
  write_all(out, table, rows);
  uint32_t length = (uint32_t)rows;
  memcpy(head + 4, &offset, 4);
  memcpy(head + 8, &length, 4);
  if (pwrite(out, head, 12, 0) != 12) fail("pwrite");
  fsync(out);
  return close(out);
}

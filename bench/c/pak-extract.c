// Extracts a Quake PAK with pread and write, one buffer, one thread: pak-extract ARCHIVE FOLDER
#include "table.h"

int main(int count, char **words) {
  if (count != 3) return 2;
  int file = open(words[1], O_RDONLY);
  if (file < 0) fail(words[1]);
  unsigned char head[12];
  read_at(file, head, 12, 0);
  uint32_t offset = u32(head + 4), length = u32(head + 8);
  unsigned char *rows = malloc(length);
  read_at(file, rows, length, offset);
  size_t room = 1 << 20;
  char *buffer = malloc(room);
  char path[4096], last[4096] = "";
  for (uint32_t at = 0; at < length; at += 64) {
    uint32_t start = u32(rows + at + 56), size = u32(rows + at + 60);
    if (size > room) buffer = realloc(buffer, room = size);
    snprintf(path, sizeof path, "%s/%.56s", words[2], (char *)rows + at);
    make_folders(path, last);
    read_at(file, buffer, size, start);
    int out = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (out < 0) fail(path);
    write_all(out, buffer, size);
    close(out);
  }
  return 0;
}

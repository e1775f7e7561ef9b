// Extracts a pack2 with libdeflate, one thread, no checksums: pack2-extract ARCHIVE FOLDER
#include <libdeflate.h>
#include "table.h"

int main(int count, char **words) {
  if (count != 3) return 2;
  int file = open(words[1], O_RDONLY);
  if (file < 0) fail(words[1]);
  unsigned char head[32];
  read_at(file, head, 32, 0);
  uint32_t assets = u32(head + 4);
  unsigned char *rows = malloc((size_t)assets * 32);
  read_at(file, rows, (size_t)assets * 32, (off_t)u64(head + 16));
  struct libdeflate_decompressor *inflater = libdeflate_alloc_decompressor();
  size_t room = 1 << 20, plain_room = 1 << 20;
  unsigned char *buffer = malloc(room), *plain = malloc(plain_room);
  char path[4096];
  mkdir(words[2], 0777);
  for (uint32_t row = 0; row < assets; row++) {
    unsigned char *at = rows + (size_t)row * 32;
    uint64_t stored = u64(at + 16);
    if (stored > room) buffer = realloc(buffer, room = stored);
    read_at(file, buffer, stored, (off_t)u64(at + 8));
    unsigned char *bytes = buffer;
    size_t size = stored;
    if ((u32(at + 24) & 1) != 0 && stored > 8) {
      size = (size_t)buffer[4] << 24 | buffer[5] << 16 | buffer[6] << 8 | buffer[7];
      if (size > plain_room) plain = realloc(plain, plain_room = size);
      if (libdeflate_zlib_decompress(inflater, buffer + 8, stored - 8, plain, size, NULL) != 0) return 1;
      bytes = plain;
    }
    snprintf(path, sizeof path, "%s/0x%016llX", words[2], (unsigned long long)u64(at));
    int out = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (out < 0) fail(path);
    write_all(out, bytes, size);
    close(out);
  }
  return 0;
}

// Prints the names of a pack2 with printf: pack2-list ARCHIVE
#include "table.h"

int main(int count, char **words) {
  if (count != 2) return 2;
  int file = open(words[1], O_RDONLY);
  if (file < 0) fail(words[1]);
  unsigned char head[32];
  read_at(file, head, 32, 0);
  uint32_t assets = u32(head + 4);
  unsigned char *rows = malloc((size_t)assets * 32);
  read_at(file, rows, (size_t)assets * 32, (off_t)u64(head + 16));
  for (uint32_t row = 0; row < assets; row++) printf("0x%016llX\n", (unsigned long long)u64(rows + (size_t)row * 32));
  return 0;
}

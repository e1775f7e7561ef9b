// Many small streams in one call: for each of them the call alone would cost as much as a kilobyte.
#include "buffers.h"
#include "crc32.h"
#include "inflate.h"

enum {
  MOST_ROWS = 64,
  // The bytes are the file.
  PLAIN = 4,
  // Outputs begin at a multiple of this.
  ALIGNMENT = 16,
};

// What a checksum covers.
enum { CHECK_NOTHING, CHECK_STORED, CHECK_CONTENT };

// Numbers of 32 bits each, written by the host but for the last.
typedef struct {
  // The stored bytes in `input`, and how many of them come before the stream.
  u32 at;
  u32 length;
  u32 head;
  // Bytes of the file, and how it is made.
  u32 size;
  u32 task;
  // What is checked, the bytes that count as lying before it, and what must come out.
  u32 check;
  u8 prefix[8];
  u32 prefix_length;
  u32 expected;
  // The address of the file, or nothing where something is odd.
  const u8 *file;
} Row;

_Static_assert(sizeof(Row) == 11 * 4, "rows are what the host takes them for");

Row rows[MOST_ROWS];

static u32 is_checked(const Row *row, const u8 *stored, const u8 *file) {
  if (row->check == CHECK_NOTHING) return 1;
  u32 crc = crc32(0, row->prefix, row->prefix_length);
  crc = row->check == CHECK_STORED ? crc32(crc, stored, row->length) : crc32(crc, file, row->size);
  return crc == row->expected;
}

static const u8 *make_file(const Row *row, u8 *to) {
  const u8 *stored = input + row->at;
  if (row->at > INPUT || row->length > INPUT - row->at || row->head > row->length || row->prefix_length > 8) return 0;
  const u8 *file = stored;
  if (row->task & PLAIN) {
    if (row->size != row->length) return 0;
  } else {
    if (row->size == 0 || !inflate_stream(stored + row->head, row->length - row->head, to, row->size, row->task)) return 0;
    file = to;
  }
  return is_checked(row, stored, file) ? file : 0;
}

// Makes the files of the first `count` rows, as many as fit the output; gives how many it got through.
u32 make_files(u32 count) {
  u8 *to = output;
  for (u32 number = 0; number < smaller(count, MOST_ROWS); number++) {
    Row *row = &rows[number];
    u32 room = (u32)(output + OUTPUT - to);
    if (!(row->task & PLAIN) && row->size > room) {
      if (to != output) return number;
      row->file = 0;
      continue;
    }
    row->file = make_file(row, to);
    if (row->file == to) to += smaller(room, (row->size + ALIGNMENT - 1) & ~(u32)(ALIGNMENT - 1));
  }
  return smaller(count, MOST_ROWS);
}

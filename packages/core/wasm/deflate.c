// Deflating, a segment at a time. The result depends on nothing but the plain bytes, the level and the flushes.
#include "adler32.h"
#include "block.h"
#include "buffers.h"
#include "match-finder.h"

// What a call shall do, as sums of these.
enum {
  // The stream has a zlib wrapper.
  IN_ZLIB = 1,
  IS_FIRST = 2,
  // The last call was for the segment before of the same stream, so the match finder knows the history already.
  GOES_ON = 4,
  SYNC = 8,
  FINISH = 16,
};

enum {
  // Symbols after which it is asked whether they are better off in a block of their own.
  CHUNK = 512,
  MOST_SEQUENCES = 32768,
  // Bits that a block more costs, besides its codes: mostly its header.
  SPLIT_BITS = 600,
  // Logarithms have this many bits behind the point.
  LOG_BITS = 12,
  LOG_STEPS = 8,
  // Counts whose weight is looked up.
  WEIGHTS = 1024,
};

// What the host keeps of a stream between two calls: bits that are no whole byte yet, their number, and the Adler-32.
u32 carry[3];

u32 heads[1 << HASH_BITS];
u32 short_heads[1 << SHORT_HASH_BITS];
u16 gaps[WINDOW];

typedef enum { GREEDY, LAZY, LAZIER } Patience;

// How hard a level searches.
typedef struct {
  // Places that are looked at.
  u16 depth;
  // A match of this length is taken at once.
  u16 good;
  u8 patience;
} Effort;

static const Effort efforts[10] = {
    {0, 0, GREEDY}, {2, 32, GREEDY}, {4, 32, GREEDY}, {4, 16, LAZY},     {8, 24, LAZY},
    {16, 40, LAZY}, {35, 65, LAZY},  {80, 130, LAZY}, {150, 258, LAZIER}, {600, 258, LAZIER},
};

static Sequence sequences[MOST_SEQUENCES];
static u32 sequence_count;

// The block being made, without the chunk at its end, and that chunk.
static Counts block_counts, chunk_counts;
static u32 block_sequences;
static const u8 *block_start, *chunk_start;

// The place of the start of `input`, and the first place that is not noted.
static u32 origin;
static u32 noted_to;

static u16 logs[1 << LOG_STEPS];
static u32 weights[WEIGHTS];
static u32 is_prepared;

// The fraction of log2(1 + i / 2^LOG_STEPS), by squaring: each time the number passes 2, the next bit is set.
static u32 compute_log(u32 i) {
  u64 number = (u64)((1 << LOG_STEPS) + i) << (30 - LOG_STEPS);
  u32 log = 0;
  for (u32 bit = 0; bit < LOG_BITS; bit++) {
    number = number * number >> 30;
    log <<= 1;
    if (number >= 1ull << 31) {
      number >>= 1;
      log |= 1;
    }
  }
  return log;
}

// count * log2(count), with LOG_BITS behind the point.
ALWAYS_INLINE u64 compute_weight(u32 count) {
  if (count < 2) return 0;
  u32 top = 31 - (u32)__builtin_clz(count);
  u32 fraction = (top > LOG_STEPS ? count >> (top - LOG_STEPS) : count << (LOG_STEPS - top)) & ((1 << LOG_STEPS) - 1);
  return (u64)count * (top << LOG_BITS | logs[fraction]);
}

ALWAYS_INLINE u64 weigh(u32 count) { return count < WEIGHTS ? weights[count] : compute_weight(count); }

static void prepare(void) {
  if (is_prepared) return;
  prepare_blocks();
  for (u32 i = 0; i < 1 << LOG_STEPS; i++) logs[i] = (u16)compute_log(i);
  for (u32 count = 0; count < WEIGHTS; count++) weights[count] = (u32)compute_weight(count);
  is_prepared = 1;
}

// What two sets of symbols cost more with one code than with a code for each, in bits.
static u64 cost_of_joining(const u32 *first, const u32 *second, u32 symbols) {
  u64 separate = 0, joined = 0;
  u32 first_sum = 0, second_sum = 0;
  for (u32 symbol = 0; symbol < symbols; symbol++) {
    u32 a = first[symbol], b = second[symbol];
    // Both or one of them: where only one has the symbol, the terms cancel out.
    if (a != 0 && b != 0) {
      separate += weigh(a) + weigh(b);
      joined += weigh(a + b);
    }
    first_sum += a;
    second_sum += b;
  }
  u64 cost = weigh(first_sum + second_sum) + separate;
  u64 saved = weigh(first_sum) + weigh(second_sum) + joined;
  return cost > saved ? (cost - saved) >> LOG_BITS : 0;
}

static void clear_counts(Counts *counts) { __builtin_memset(counts, 0, sizeof *counts); }

static void join_chunk(void) {
  for (u32 i = 0; i < LITERAL_SYMBOLS; i++) block_counts.literals[i] += chunk_counts.literals[i];
  for (u32 i = 0; i < DISTANCE_SYMBOLS; i++) block_counts.distances[i] += chunk_counts.distances[i];
  clear_counts(&chunk_counts);
  block_sequences = sequence_count;
}

ALWAYS_INLINE void add_sequence(u32 literals, u32 length, u32 distance) {
  sequences[sequence_count++] = (Sequence){literals, (u16)length, (u16)distance};
}

// Writes the block without the chunk at its end, which starts the next block.
static void write_first_part(BitWriter *writer, u32 is_last) {
  block_counts.literals[END_OF_BLOCK] = 1;
  Block block = {block_start, (u32)(chunk_start - block_start), sequences, block_sequences, &block_counts};
  write_block(writer, &block, is_last);
  clear_counts(&block_counts);
  sequence_count -= block_sequences;
  __builtin_memmove(sequences, sequences + block_sequences, sequence_count * sizeof *sequences);
  block_sequences = 0;
  block_start = chunk_start;
}

// Ends a chunk before `at`, with the literals that no match has followed yet: joins it to its block, or starts one with it.
static void end_chunk(BitWriter *writer, const u8 *at, u32 literals) {
  if (literals > 0) add_sequence(literals, 0, 0);
  if (chunk_start > block_start) {
    u64 cost = cost_of_joining(block_counts.literals, chunk_counts.literals, LITERAL_SYMBOLS) +
               cost_of_joining(block_counts.distances, chunk_counts.distances, DISTANCE_SYMBOLS);
    if (cost > SPLIT_BITS || sequence_count > MOST_SEQUENCES - 2 * CHUNK) write_first_part(writer, 0);
  }
  join_chunk();
  chunk_start = at;
}

ALWAYS_INLINE void count_literal(u8 byte) { chunk_counts.literals[byte]++; }

ALWAYS_INLINE void add_match(u32 literals, Match match) {
  chunk_counts.literals[END_OF_BLOCK + 1 + length_slots[match.length]]++;
  chunk_counts.distances[distance_slot(match.distance)]++;
  add_sequence(literals, match.length, match.distance);
}

// Notes the places from `from` up to `to`, as far as they have enough bytes behind them.
ALWAYS_INLINE void note_places(const u8 *from, const u8 *to, const u8 *end) {
  if (to > end - (HASHED - 1)) to = end - (HASHED - 1);
  for (u32 place = origin + (u32)(from - input); from < to; from++, place++) {
    u32 word = load32(from);
    note_place(place, word);
    note_short(place, word);
  }
}

ALWAYS_INLINE u32 top_bit(u32 number) { return 31 - (u32)__builtin_clz(number); }

// Whether a match one byte later saves more bits than it costs to wait for it.
ALWAYS_INLINE u32 is_better(Match later, Match now, int margin) {
  int gain = 4 * ((int)later.length - (int)now.length);
  return gain + (int)top_bit(now.distance) - (int)top_bit(later.distance) > margin;
}

ALWAYS_INLINE void parse(BitWriter *writer, const u8 *start, const u8 *end, const Effort *effort, Patience patience) {
  const u8 *at = start;
  // Where the literals begin that no match has followed yet.
  const u8 *run = start;
  const u8 *last = end - HASHED;
  // Added to an address, it gives the place.
  u32 shift = origin - (u32)(uintptr_t)input;
  u32 depth = effort->depth;
  // Symbols that the chunk may still get; it may end with a few more.
  int room = CHUNK;
  while (at <= last) {
    if (room <= 0) {
      end_chunk(writer, at, (u32)(at - run));
      run = at;
      room = CHUNK;
    }
    u32 longest = smaller(LONGEST_MATCH, (u32)(end - at));
    u32 good = smaller(effort->good, longest);
    Match match = find_match(at, (u32)(uintptr_t)at + shift, (Match){0, 0}, longest, good, depth);
    room--;
    if (match.length < SHORTEST_MATCH) {
      count_literal(*at++);
      continue;
    }
    // Places before this one are noted.
    const u8 *next = at + 1;
    // With patience, a match waits for a better one that starts a byte later, or two.
    while (patience != GREEDY && match.length < good && next <= last) {
      longest = smaller(LONGEST_MATCH, (u32)(end - next));
      good = smaller(effort->good, longest);
      Match seen = {match.length - 1, match.distance};
      Match later = find_match(next, (u32)(uintptr_t)next + shift, seen, longest, good, depth / 2);
      next++;
      if (later.length >= match.length && is_better(later, match, 2)) {
        count_literal(*at++);
        room--;
        match = later;
        continue;
      }
      if (patience != LAZIER || next > last) break;
      longest = smaller(LONGEST_MATCH, (u32)(end - next));
      good = smaller(effort->good, longest);
      later = find_match(next, (u32)(uintptr_t)next + shift, seen, longest, good, depth / 4);
      next++;
      if (later.length < match.length || !is_better(later, match, 6)) break;
      count_literal(*at++);
      count_literal(*at++);
      room -= 2;
      match = later;
    }
    add_match((u32)(at - run), match);
    at += match.length;
    run = at;
    note_places(next, at, end);
  }
  while (at < end) count_literal(*at++);
  end_chunk(writer, end, (u32)(end - run));
}

static void compress(BitWriter *writer, const u8 *start, const u8 *end, u32 level, u32 is_last) {
  const Effort *effort = &efforts[level];
  block_start = chunk_start = start;
  if (effort->patience == GREEDY) parse(writer, start, end, effort, GREEDY);
  else if (effort->patience == LAZY) parse(writer, start, end, effort, LAZY);
  else parse(writer, start, end, effort, LAZIER);
  write_first_part(writer, is_last);
}

// Lets the match finder know where the segment lies and what is before it.
static void find_history(const u8 *start, const u8 *end, u32 history, u32 goes_on) {
  // Long before the count of places runs over, it starts again with nothing known.
  if (origin > 1u << 30) {
    __builtin_memset(heads, 0, sizeof heads);
    __builtin_memset(short_heads, 0, sizeof short_heads);
    origin = 0;
    goes_on = 0;
  }
  if (!goes_on) {
    // Out of reach of all places that were noted before.
    origin += 2 * WINDOW;
    noted_to = origin + WINDOW - history;
  }
  note_places(input + (noted_to - origin), start, end);
}

// Level bits as zlib sets them: 0 for the fastest, 1 for fast, 2 for the usual level, 3 for the strongest.
static void write_zlib_head(BitWriter *writer, u32 level) {
  u32 rank = level < 2 ? 0 : level < 6 ? 1 : level == 6 ? 2 : 3;
  u32 head = 0x7800 | rank << 6;
  head += 31 - head % 31;
  add_bits(writer, head >> 8 | (head & 255) << 8, 16);
  push_bytes(writer);
}

// Compresses `length` bytes of `input` after the first WINDOW, of which the last `history` are the bytes before. Gives
// the number of bytes in `output`.
u32 deflate(u32 history, u32 length, u32 level, u32 task) {
  prepare();
  const u8 *start = input + WINDOW;
  const u8 *end = start + length;
  BitWriter writer = {carry[0], carry[1], output};
  u32 is_last = (task & FINISH) != 0;
  if (task & IS_FIRST && task & IN_ZLIB) write_zlib_head(&writer, level);
  if (task & IN_ZLIB) carry[2] = adler32(carry[2], start, length);
  if (length > 0 && level > 0) {
    find_history(start, end, history, task & GOES_ON);
    compress(&writer, start, end, level, is_last);
    // The next segment starts where this one ends.
    u32 hashed_to = origin + WINDOW + length - (HASHED - 1);
    if (hashed_to > noted_to) noted_to = hashed_to;
    origin += length;
  } else if (length > 0) {
    write_stored(&writer, start, length, is_last);
  } else if (is_last) {
    // A static block with nothing but its end.
    add_bits(&writer, 1 | 1 << 1, 10);
    push_bytes(&writer);
  }
  if (task & SYNC) write_stored(&writer, start, 0, 0);
  if (is_last) {
    align_to_byte(&writer);
    if (task & IN_ZLIB) {
      add_bits(&writer, __builtin_bswap32(carry[2]), 32);
      push_bytes(&writer);
    }
  }
  carry[0] = (u32)writer.bits;
  carry[1] = writer.count;
  return (u32)(writer.at - output);
}

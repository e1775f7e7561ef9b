// Where the bytes that come next have stood before: hash chains over the window.
#ifndef MATCH_FINDER_H
#define MATCH_FINDER_H

#include "buffers.h"

enum {
  HASH_BITS = 15,
  SHORT_HASH_BITS = 14,
  // Matches of three bytes pay only if they are near, so each has one candidate and no chain.
  SHORT_REACH = 4096,
  // One less than deflate allows: at the full distance a place has been given to its successor already.
  REACH = WINDOW - 1,
  // Bytes that a place must have behind it to be hashed.
  HASHED = 4,
};

typedef struct {
  u32 length;
  u32 distance;
} Match;

// Places are counted through all streams and never go back, so that nothing has to be cleared between two streams: what
// an earlier one has left is out of reach. `heads` has the last place with a hash, `gaps` how far before each place of
// the window the one before it lies, and WINDOW where that is out of reach.
extern u32 heads[1 << HASH_BITS];
extern u32 short_heads[1 << SHORT_HASH_BITS];
extern u16 gaps[WINDOW];

ALWAYS_INLINE u32 hash_word(u32 word) { return word * 0x9e3779b1u >> (32 - HASH_BITS); }

ALWAYS_INLINE u32 hash_short(u32 word) { return (word << 8) * 0x85ebca6bu >> (32 - SHORT_HASH_BITS); }

// Notes a place, and gives how far back the one before it with the same hash lies.
ALWAYS_INLINE u32 note_place(u32 place, u32 word) {
  u32 hash = hash_word(word);
  u32 gap = place - heads[hash];
  heads[hash] = place;
  gaps[place & (WINDOW - 1)] = (u16)smaller(gap, WINDOW);
  return gap;
}

ALWAYS_INLINE u32 note_short(u32 place, u32 word) {
  u32 hash = hash_short(word);
  u32 gap = place - short_heads[hash];
  short_heads[hash] = place;
  return gap;
}

ALWAYS_INLINE u32 match_length(const u8 *a, const u8 *b, u32 length, u32 longest) {
  for (; length < longest; length += 8) {
    u64 difference = load64(a + length) ^ load64(b + length);
    if (difference != 0) return smaller(length + ((u32)__builtin_ctzll(difference) >> 3), longest);
  }
  return longest;
}

// Finds the longest match that is longer than `found.length`, if any; the nearest of equals. Notes the place.
ALWAYS_INLINE Match find_match(const u8 *at, u32 place, Match found, u32 longest, u32 good, u32 depth) {
  u32 word = load32(at);
  u32 short_gap = note_short(place, word);
  u32 distance = note_place(place, word);
  if (found.length < 3 && short_gap <= SHORT_REACH && (load32(at - short_gap) ^ word) << 8 == 0) {
    found = (Match){3, short_gap};
  }
  if (distance > REACH || found.length >= longest) return found;
  const u8 *candidate = at - distance;
  // Whoever is longer must also have the byte that the best one so far has not.
  u32 tail_at = found.length > 3 ? found.length - 3 : 0;
  u32 tail = load32(at + tail_at);
  for (;;) {
    if (load32(candidate + tail_at) == tail && load32(candidate) == word) {
      u32 length = match_length(at, candidate, 4, longest);
      if (length > found.length) {
        found = (Match){length, distance};
        if (length >= good) break;
        tail_at = length - 3;
        tail = load32(at + tail_at);
      }
    }
    if (--depth == 0) break;
    distance += gaps[(place - distance) & (WINDOW - 1)];
    if (distance > REACH) break;
    candidate = at - distance;
  }
  return found;
}

#endif

#include "CLanes.h"

#include <string.h>

// A product that is added must be rounded first, as it is without AVX2 and in Swift.
#pragma STDC FP_CONTRACT OFF

typedef float Quad __attribute__((ext_vector_type(4)));
typedef float Lanes __attribute__((ext_vector_type(8)));
typedef int Words __attribute__((ext_vector_type(8)));
typedef uint64_t Longs __attribute__((ext_vector_type(4)));
typedef int16_t Shorts __attribute__((ext_vector_type(16)));
typedef int32_t Squares __attribute__((ext_vector_type(16)));
typedef uint32_t Pairs __attribute__((ext_vector_type(8)));

// The loader chooses between two copies of a function. It does so before the thread sanitizer is ready, which therefore
// gets one copy.
#if defined(__x86_64__) && !__has_feature(thread_sanitizer)
#define WIDE __attribute__((target_clones("avx2", "default")))
#else
#define WIDE
#endif

#define INLINE static inline __attribute__((always_inline))

// Vectors are passed by address: by value they would be passed differently with AVX2.

// The states of both filters, and the sum of squares behind them.
struct state {
  Lanes shelf1, shelf2, pass1, pass2, sum;
};

// An IIR filter cannot be run over several samples of one row at once, so the lanes of a vector hold
// different rows.
INLINE void step(struct state *state, const struct lanes_filter *filter, const Lanes *input) {
  Lanes x = *input;
  Lanes y = x + state->shelf1;
  Lanes next = state->shelf2 + filter->shelf_input1 * x - filter->shelf_return1 * state->shelf1;
  state->shelf2 = filter->shelf_input2 * x - filter->shelf_return2 * state->shelf1;
  state->shelf1 = next;
  Lanes out = y + state->pass1;
  state->pass1 = state->pass1 + state->pass2 - filter->pass_return1 * out;
  state->pass2 -= filter->pass_return2 * out;
  state->sum += out * out;
}

// Four samples of eight rows become four vectors, each of one sample of all rows.
INLINE void transpose(Lanes vectors[4], const float *samples, const ptrdiff_t *starts) {
  Lanes rows[4];
  for (int row = 0; row < 4; row++) {
    memcpy(&rows[row], samples + starts[row], sizeof(Quad));
    memcpy((Quad *)&rows[row] + 1, samples + starts[row + 4], sizeof(Quad));
  }
  Lanes a = __builtin_shufflevector(rows[0], rows[1], 0, 8, 1, 9, 4, 12, 5, 13);
  Lanes b = __builtin_shufflevector(rows[2], rows[3], 0, 8, 1, 9, 4, 12, 5, 13);
  Lanes c = __builtin_shufflevector(rows[0], rows[1], 2, 10, 3, 11, 6, 14, 7, 15);
  Lanes d = __builtin_shufflevector(rows[2], rows[3], 2, 10, 3, 11, 6, 14, 7, 15);
  vectors[0] = __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13);
  vectors[1] = __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15);
  vectors[2] = __builtin_shufflevector(c, d, 0, 1, 8, 9, 4, 5, 12, 13);
  vectors[3] = __builtin_shufflevector(c, d, 2, 3, 10, 11, 6, 7, 14, 15);
}

INLINE void run(
    struct state *state, const struct lanes_filter *filter, const float *samples,
    const ptrdiff_t *starts, ptrdiff_t count) {
  Lanes vectors[4];
  for (; count >= 4; count -= 4, samples += 4) {
    transpose(vectors, samples, starts);
    for (int index = 0; index < 4; index++) step(state, filter, &vectors[index]);
  }
  if (count > 0) transpose(vectors, samples, starts);
  for (int index = 0; index < count; index++) step(state, filter, &vectors[index]);
}

// Tiny remains of faded sound become 0: calculating with denormal numbers is slow.
INLINE void flush(Lanes *lanes) {
  Words magnitudes = *(Words *)lanes & 0x7FFFFFFF;
  // 1e-10, as bits.
  *lanes = magnitudes < 0x2EDBE6FF ? 0 : *lanes;
}

WIDE void lanes_weigh(
    struct lanes_filter filter, const void *bytes, const ptrdiff_t *starts, ptrdiff_t lead,
    ptrdiff_t rate, ptrdiff_t ticks, void *energies) {
  const float *samples = bytes;
  struct state state = {0};
  run(&state, &filter, samples - lead, starts, lead);
  for (ptrdiff_t tick = 0; tick < ticks; tick++) {
    if (tick % 10 == 0) {
      flush(&state.shelf1);
      flush(&state.shelf2);
      flush(&state.pass1);
      flush(&state.pass2);
    }
    ptrdiff_t first = tick * rate / 100, end = (tick + 1) * rate / 100;
    state.sum = (Lanes){0};
    run(&state, &filter, samples + first, starts, end - first);
    Lanes scaled = state.sum * filter.gain;
    memcpy((float *)energies + 8 * tick, &scaled, sizeof scaled);
  }
}

INLINE void load(Lanes *lanes, const float *samples) { memcpy(lanes, samples, sizeof *lanes); }

// The sums of lanes are always added in the same order.
INLINE float total(const Lanes *lanes) {
  Quad sums = lanes->lo + lanes->hi;
  return (sums.x + sums.y) + (sums.z + sums.w);
}

WIDE struct lanes_sums lanes_tally(const void *bytes, ptrdiff_t start, ptrdiff_t count) {
  const float *samples = (const float *)bytes + start;
  Lanes sum = {0}, energy = {0};
  Lanes low = sum + __builtin_inff(), high = sum - __builtin_inff();
  ptrdiff_t index = 0;
  for (; index + 8 <= count; index += 8) {
    Lanes values;
    load(&values, samples + index);
    sum += values;
    energy += values * values;
    low = values < low ? values : low;
    high = values > high ? values : high;
  }
  struct lanes_sums rest = {0, 0, __builtin_inff(), -__builtin_inff()};
  for (; index < count; index++) {
    float value = samples[index];
    rest.sum += value;
    rest.energy += value * value;
    rest.lowest = value < rest.lowest ? value : rest.lowest;
    rest.highest = value > rest.highest ? value : rest.highest;
  }
  for (int lane = 0; lane < 8; lane++) {
    rest.lowest = low[lane] < rest.lowest ? low[lane] : rest.lowest;
    rest.highest = high[lane] > rest.highest ? high[lane] : rest.highest;
  }
  rest.sum += total(&sum);
  rest.energy += total(&energy);
  return rest;
}

WIDE struct lanes_integers lanes_squares(
    const void *bytes, ptrdiff_t start, ptrdiff_t groups, bool is_big_endian) {
  const char *next = (const char *)bytes + start;
  Shorts low = (Shorts){0} + INT16_MAX, high = (Shorts){0} + INT16_MIN;
  Longs energy = {0};
  for (; groups > 0; groups--, next += sizeof low) {
    Shorts values;
    memcpy(&values, next, sizeof values);
    if (is_big_endian) values = values << 8 | (values >> 8 & 0xFF);
    low = values < low ? values : low;
    high = values > high ? values : high;
    Squares wide = __builtin_convertvector(values, Squares);
    Squares each = wide * wide;
    // A pair of squares fits 32 unsigned bits; this form compiles to pmaddwd.
    Pairs pairs = (Pairs)each.even + (Pairs)each.odd;
    Longs both;
    memcpy(&both, &pairs, sizeof both);
    energy += (both & UINT32_MAX) + (both >> 32);
  }
  struct lanes_integers all = {0, INT16_MAX, INT16_MIN};
  for (int lane = 0; lane < 16; lane++) {
    all.lowest = low[lane] < all.lowest ? low[lane] : all.lowest;
    all.highest = high[lane] > all.highest ? high[lane] : all.highest;
  }
  for (int lane = 0; lane < 4; lane++) all.energy += energy[lane];
  return all;
}

// Adds to each accumulator its neighbor's input, and the product of the keyed halves of its own.
INLINE void mix(Longs *sums, const char *bytes, const char *secret) {
  Longs input, key;
  memcpy(&input, bytes, sizeof input);
  memcpy(&key, secret, sizeof key);
  key ^= input;
  *sums += (key & UINT32_MAX) * (key >> 32) + input.yxwz;
}

INLINE void scramble(Longs *sums, const char *secret) {
  Longs key;
  memcpy(&key, secret, sizeof key);
  *sums = (*sums ^ *sums >> 47 ^ key) * 0x9E3779B1;
}

WIDE void lanes_digest(
    void *accumulators, const void *bytes, ptrdiff_t start, ptrdiff_t stripes, const void *secret) {
  const char *next = (const char *)bytes + start, *key = secret;
  Longs first, second;
  memcpy(&first, accumulators, sizeof first);
  memcpy(&second, (char *)accumulators + sizeof first, sizeof second);
  for (ptrdiff_t stripe = 0; stripe < stripes; stripe++, next += 64) {
    ptrdiff_t shift = 8 * (stripe % 16);
    mix(&first, next, key + shift);
    mix(&second, next + 32, key + shift + 32);
    if (stripe % 16 < 15) continue;
    scramble(&first, key + 128);
    scramble(&second, key + 160);
  }
  memcpy(accumulators, &first, sizeof first);
  memcpy((char *)accumulators + sizeof first, &second, sizeof second);
}

// The spectrum of 2,048 samples. Each lane holds a complex signal of its own, whose real and imaginary part are two real
// signals: the sum of their powers is all that is asked for, so they need not be separated.

#define SPECTRUM 2048

typedef float Loose __attribute__((ext_vector_type(8), aligned(4)));

struct point {
  Lanes real, imaginary;
};

INLINE void turn(struct point *point, const float *angle) {
  Lanes real = point->real * angle[0] - point->imaginary * angle[1];
  point->imaginary = point->real * angle[1] + point->imaginary * angle[0];
  point->real = real;
}

// The transform of four numbers, each of which replaces one of them.
INLINE void butterfly(struct point *a, struct point *b, struct point *c, struct point *d) {
  struct point sum = {a->real + c->real, a->imaginary + c->imaginary};
  struct point gap = {a->real - c->real, a->imaginary - c->imaginary};
  struct point cross = {b->real + d->real, b->imaginary + d->imaginary};
  struct point slant = {b->real - d->real, b->imaginary - d->imaginary};
  a->real = sum.real + cross.real;
  a->imaginary = sum.imaginary + cross.imaginary;
  b->real = gap.real + slant.imaginary;
  b->imaginary = gap.imaginary - slant.real;
  c->real = sum.real - cross.real;
  c->imaginary = sum.imaginary - cross.imaginary;
  d->real = gap.real - slant.imaginary;
  d->imaginary = gap.imaginary + slant.real;
}

// One pass over blocks of `span` points; `turns` are the angles of 1,024 points.
INLINE void pass(struct point *points, int span, int blocks, const float *turns) {
  int quarter = span / 4;
  for (int index = 0; index < quarter; index++) {
    const float *angles = turns + 6 * index * (1024 / span);
    struct point *point = points + index;
    for (int block = 0; block < blocks; block++, point += span) {
      butterfly(point, point + quarter, point + 2 * quarter, point + 3 * quarter);
      turn(point + quarter, angles);
      turn(point + 2 * quarter, angles + 2);
      turn(point + 3 * quarter, angles + 4);
    }
  }
}

// Sixteen samples of eight rows, all of a line of the cache: rows are often a multiple of 4 KB apart, so that their lines
// push each other out of it. In fours, the first pass takes 1.7 times as long.
INLINE void gather(Lanes vectors[16], const float *samples, const ptrdiff_t *starts) {
  for (int index = 0; index < 16; index += 4) transpose(vectors + index, samples + index, starts);
}

// The windowed signals, and the first pass: their sums have the even bins, their differences the odd ones.
INLINE void begin(struct point *points, const float *samples, const ptrdiff_t *starts, const float *tables) {
  const float *halves = tables + SPECTRUM;
  for (int index = 0; index < 1024; index += 16) {
    Lanes early[32], late[32];
    gather(early, samples + index, starts);
    gather(early + 16, samples + index, starts + 8);
    gather(late, samples + index + 1024, starts);
    gather(late + 16, samples + index + 1024, starts + 8);
    for (int step = 0; step < 16; step++) {
      int place = index + step;
      float rise = tables[place];
      float fall = tables[place + 1024];
      Lanes real = early[step] * rise;
      Lanes imaginary = early[step + 16] * rise;
      Lanes later = late[step] * fall;
      Lanes laterImaginary = late[step + 16] * fall;
      points[place] = (struct point){real + later, imaginary + laterImaginary};
      points[place + 1024] = (struct point){real - later, imaginary - laterImaginary};
      turn(points + place + 1024, halves + 2 * place);
    }
  }
}

WIDE void lanes_tones(
    const void *samples, const ptrdiff_t *starts, const void *tables, const int32_t *bins, void *room, void *sums) {
  const float *table = tables;
  const float *turns = table + 2 * SPECTRUM;
  const float *pitches = turns + 6 * 256;
  const float *moments = pitches + SPECTRUM / 2 + 1;
  const int32_t *edges = bins + SPECTRUM;
  struct point *points = (struct point *)(((uintptr_t)room + 63) & ~(uintptr_t)63);
  begin(points, samples, starts, table);
  for (int half = 0; half < SPECTRUM; half += 1024) {
    pass(points + half, 1024, 1, turns);
    // A quarter of the points fits the L1 cache.
    for (int first = half; first < half + 1024; first += 256) {
      pass(points + first, 256, 1, turns);
      pass(points + first, 64, 4, turns);
      pass(points + first, 16, 16, turns);
      for (struct point *point = points + first; point < points + first + 256; point += 4) {
        butterfly(point, point + 1, point + 2, point + 3);
        for (int step = 0; step < 4; step++) {
          point[step].real = point[step].real * point[step].real + point[step].imaginary * point[step].imaginary;
        }
      }
    }
  }
  Lanes bands[3] = {0, 0, 0};
  Lanes weight = 0, moment = 0;
  for (int band = 0; band < 3; band++) {
    for (int bin = edges[band]; bin < edges[band + 1]; bin++) {
      Lanes power = points[bins[bin]].real;
      // The highest bin is its own mirror image.
      if (bin < SPECTRUM / 2) power += points[bins[SPECTRUM - bin]].real;
      bands[band] += power;
      weight += power * pitches[bin];
      moment += power * moments[bin];
    }
  }
  Loose *results = sums;
  for (int band = 0; band < 3; band++) results[band] = bands[band];
  results[3] = weight;
  results[4] = moment;
}

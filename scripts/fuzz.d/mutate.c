// Writes COUNT mutated copies of the recordings into FOLDER; the same SEED gives the same copies.
// usage: mutate SEED COUNT FOLDER FILE ...
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 1 << 18 };

static uint64_t state;

static uint64_t draw(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

static size_t below(size_t limit) { return limit ? draw() % limit : 0; }

// Half of all positions are in the first 256 bytes, since headers matter most.
static size_t position(size_t length) {
  return draw() & 1 ? below(length < 256 ? length : 256) : below(length);
}

static const uint32_t telling[] = {0, 1, 2, 7, 8, 0x7f, 0x80, 0xff, 0x100, 0x7fff, 0x8000, 0xffff, 0x10000, 0x7fffffff,
                                   0x80000000, 0xffffffff, 0xfffffffe, 0x20746d66, 0x61746164, 0x5453494c, 0x5367674f};

static size_t load(const char *path, uint8_t *bytes) {
  FILE *file = fopen(path, "rb");
  if (!file) return 0;
  size_t length = fread(bytes, 1, LONGEST / 2, file);
  fclose(file);
  return length;
}

static size_t mutate(uint8_t *bytes, size_t length, const uint8_t *other, size_t other_length) {
  if (length < 8) return length;
  size_t at = position(length - 7);
  switch (below(9)) {
    case 0: bytes[at] ^= 1u << below(8); return length;
    case 1: bytes[at] = (uint8_t)draw(); return length;
    case 2: {
      uint32_t value = telling[below(sizeof telling / sizeof *telling)];
      if (draw() & 1) value = __builtin_bswap32(value);
      memcpy(bytes + at, &value, draw() & 1 ? 4 : 2);
      return length;
    }
    case 3: return at + 1;
    case 4: {
      size_t many = below(length - at);
      memmove(bytes + at, bytes + at + many, length - at - many);
      return length - many;
    }
    case 5: {
      size_t many = below(length - at);
      if (many > 4096) many = 4096;
      if (length + many > LONGEST) return length;
      memmove(bytes + at + many, bytes + at, length - at);
      return length + many;
    }
    case 6: {
      if (!other_length) return length;
      size_t from = below(other_length), many = below(other_length - from);
      if (many > length - at) many = length - at;
      memcpy(bytes + at, other + from, many);
      return length;
    }
    case 7: memset(bytes + at, draw() & 1 ? 0 : 0xff, below(length - at < 64 ? length - at : 64)); return length;
    default: {
      for (size_t i = 0; i < 8; i++) bytes[at + i] = (uint8_t)draw();
      return length;
    }
  }
}

int main(int argc, char **argv) {
  if (argc < 5) return 2;
  state = strtoull(argv[1], NULL, 10) * 0x9e3779b97f4a7c15u + 1;
  for (int i = 0; i < 16; i++) draw();
  long count = atol(argv[2]);
  static uint8_t bytes[LONGEST + 4096], other[LONGEST + 4096];
  for (long number = 0; number < count; number++) {
    const char *source = argv[4 + below((size_t)argc - 4)];
    size_t length = load(source, bytes);
    size_t other_length = load(argv[4 + below((size_t)argc - 4)], other);
    for (size_t rounds = 1 + below(1 << below(5)); rounds > 0; rounds--)
      length = mutate(bytes, length, other, other_length);
    const char *ending = strrchr(source, '.');
    char path[4096];
    snprintf(path, sizeof path, "%s/%07ld%s", argv[3], number, ending ? ending : ".wav");
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(bytes, 1, length, file) != length || fclose(file)) return 1;
  }
  return 0;
}

#define _GNU_SOURCE
#include "CSandbox.h"

#include <stdio.h>

static ssize_t swallow(void *cookie, const char *bytes, size_t count) {
  (void)cookie;
  (void)bytes;
  return (ssize_t)count;
}

// C code prints to the streams in these variables of the C library; a custom stream makes no system
// calls.
static void silence(FILE **stream, char *room, size_t size) {
  FILE *silent = fopencookie(NULL, "w", (cookie_io_functions_t){.write = swallow});
  if (!silent) return;
  setvbuf(silent, room, _IOFBF, size);
  *stream = silent;
}

void sandbox_silence_output(void) {
  static char room[256];
  silence(&stdout, room, sizeof room);
}

void sandbox_silence_errors(void) {
  static char room[256];
  silence(&stderr, room, sizeof room);
}

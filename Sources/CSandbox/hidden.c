#define _GNU_SOURCE
#include "hidden.h"

#include <sched.h>

int hidden_usable_processors(void) {
  cpu_set_t set;
  CPU_ZERO(&set);
  return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 0;
}

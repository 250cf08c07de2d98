#include "CSandbox.h"

#include <stdlib.h>
#include <unistd.h>

// In a static executable, Swift's runtime looks for itself by /proc/self/exe before main, and aborts where
// there is no /proc, as in an empty root. It needs the path for nothing that is used here.
__attribute__((constructor(101))) static void name_runtime(void) {
  if (access("/proc/self/exe", F_OK)) setenv("SWIFT_ROOT", "/", 0);
}

__attribute__((weak)) const char *sandbox_linked_libraries(void) { return NULL; }

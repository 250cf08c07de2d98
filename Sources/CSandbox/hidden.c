#define _GNU_SOURCE
#include "hidden.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <sys/vfs.h>

int hidden_open_beneath(int folder, const char *path, int flags) {
  struct open_how how = {
      .flags = (unsigned)flags, .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS};
  return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}

int hidden_usable_processors(void) {
  cpu_set_t set;
  CPU_ZERO(&set);
  return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 0;
}

int hidden_memory_file(void) { return memfd_create("recording", MFD_CLOEXEC); }

uint32_t hidden_file_system(int descriptor) {
  struct statfs system;
  return fstatfs(descriptor, &system) ? 0 : (uint32_t)system.f_type;
}

#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

// The build machine's headers may be older than the kernel a worker runs on.
#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#endif
#ifndef SYS_landlock_restrict_self
#define SYS_landlock_restrict_self 446
#endif

struct ruleset {
  uint64_t files;
  uint64_t network;
  uint64_t scopes;
};

long sandbox_landlock_abi(void) {
  long abi = syscall(SYS_landlock_create_ruleset, NULL, (size_t)0, 1);
  return abi < 0 ? -errno : abi;
}

// A right that the kernel does not know makes it refuse the whole set.
static size_t deny_all(long abi, struct ruleset *rules) {
  rules->files = (UINT64_C(1) << 13) - 1;
  if (abi >= 2) rules->files |= UINT64_C(1) << 13;  // link or rename across folders
  if (abi >= 3) rules->files |= UINT64_C(1) << 14;  // truncate
  if (abi >= 5) rules->files |= UINT64_C(1) << 15;  // ioctl of devices
  if (abi < 4) return sizeof rules->files;
  rules->network = 3;  // TCP bind and connect
  if (abi < 6) return 2 * sizeof(uint64_t);
  rules->scopes = 3;  // abstract sockets and signals
  return sizeof *rules;
}

int sandbox_landlock(void) {
  long abi = sandbox_landlock_abi();
  if (abi < 1) return abi < 0 ? (int)-abi : ENOSYS;
  struct ruleset rules = {0, 0, 0};
  size_t size = deny_all(abi, &rules);
  int set = (int)syscall(SYS_landlock_create_ruleset, &rules, size, 0);
  if (set < 0) return errno;
  int error = syscall(SYS_landlock_restrict_self, set, 0) ? errno : 0;
  close(set);
  return error;
}

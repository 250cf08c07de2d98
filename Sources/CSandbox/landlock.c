#define _GNU_SOURCE
#include "CSandbox.h"
#include "landlock.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// The build machine's headers may be older than the kernel a worker runs on.
#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#endif
#ifndef SYS_landlock_add_rule
#define SYS_landlock_add_rule 445
#endif
#ifndef SYS_landlock_restrict_self
#define SYS_landlock_restrict_self 446
#endif

struct ruleset {
  uint64_t files;
  uint64_t network;
  uint64_t scopes;
};

struct rule {
  uint64_t rights;
  int32_t place;
} __attribute__((packed));

long sandbox_landlock_abi(void) {
  long abi = syscall(SYS_landlock_create_ruleset, NULL, (size_t)0, 1);
  return abi < 0 ? -errno : abi;
}

// The kernel rejects the whole set if it contains an unknown right.
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

static int make_set(void) {
  long abi = sandbox_landlock_abi();
  if (abi < 1) return abi < 0 ? (int)abi : -ENOSYS;
  struct ruleset rules = {0, 0, 0};
  size_t size = deny_all(abi, &rules);
  int set = (int)syscall(SYS_landlock_create_ruleset, &rules, size, 0);
  return set < 0 ? -errno : set;
}

static int restrict_to(int set) {
  int error = syscall(SYS_landlock_restrict_self, set, 0) ? errno : 0;
  close(set);
  return error;
}

int sandbox_landlock(void) {
  int set = make_set();
  return set < 0 ? -set : restrict_to(set);
}

// Missing files and files that are not on a disk need no rule.
static void allow_reading(int set, int place) {
  struct stat status;
  if (fstat(place, &status)) return;
  const uint64_t execute = 1, read_file = 4, read_folder = 8;
  struct rule rule = {execute | read_file, place};
  if (S_ISDIR(status.st_mode)) rule.rights |= read_folder;
  syscall(SYS_landlock_add_rule, set, 1, &rule, 0);
}

int landlock_reading(const char *places, int descriptors) {
  int set = make_set();
  if (set < 0) return -set;
  for (int file = 0; file < descriptors; file++) allow_reading(set, file);
  for (const char *place = places; *place; place += strlen(place) + 1) {
    int opened = open(place, O_PATH | O_CLOEXEC);
    if (opened < 0) continue;
    allow_reading(set, opened);
    close(opened);
  }
  return restrict_to(set);
}

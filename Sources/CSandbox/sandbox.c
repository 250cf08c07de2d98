#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SYS_close_range
#define SYS_close_range 436
#endif

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

#ifdef SANITIZED
int sandbox_is_sanitized(void) { return 1; }
#else
int sandbox_is_sanitized(void) { return 0; }
#endif

int sandbox_die_with(pid_t parent) {
  // The name would otherwise be "exe", because the program is started from /proc/self/exe.
  prctl(PR_SET_NAME, "wavethumb", 0, 0, 0);
  if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0)) return errno;
  // If the parent died before the call above, no signal is sent.
  if (getppid() != parent) _exit(0);
  return 0;
}

int sandbox_close_from(int first) {
  if (!syscall(SYS_close_range, (unsigned)first, ~0U, 0)) return 0;
  long most = sysconf(_SC_OPEN_MAX);
  if (most < 0 || most > 65536) most = 65536;
  for (int descriptor = first; descriptor < most; descriptor++) close(descriptor);
  return 0;
}

int sandbox_open_gauge(void) { return open("/proc/self/statm", O_RDONLY | O_CLOEXEC); }

// Reads a column of statm in bytes: 0 address space, 1 resident memory, 5 private writable memory
// and stack.
static int64_t gauge_column(int gauge, int column) {
  char text[160];
  if (gauge < 0) return 0;
  ssize_t count = pread(gauge, text, sizeof text - 1, 0);
  if (count <= 0) return 0;
  text[count] = 0;
  char *rest = text;
  long long pages = 0;
  for (int index = 0; index <= column; index++) pages = strtoll(rest, &rest, 10);
  return pages * sysconf(_SC_PAGESIZE);
}

int64_t sandbox_resident(int gauge) { return gauge_column(gauge, 1); }

static volatile sig_atomic_t crash_channel = -1;
static volatile uint8_t crash_packet;

static void report_crash(int number) {
  (void)number;
  // The last failed call ran out of memory, which caused the crash.
  if (errno == ENOMEM) {
    uint8_t packet = crash_packet;
    if (send(crash_channel, &packet, 1, MSG_NOSIGNAL | MSG_DONTWAIT) == 1) _exit(0);
  }
  // SA_RESETHAND: on return the same instruction kills this process with the same signal.
}

void sandbox_set_signals(int channel, uint8_t out_of_memory_packet) {
  const int ignored[] = {SIGINT, SIGQUIT, SIGHUP, SIGTERM, SIGPIPE, SIGXFSZ};
  for (size_t index = 0; index < sizeof ignored / sizeof *ignored; index++) {
    signal(ignored[index], SIG_IGN);
  }
  crash_channel = channel;
  crash_packet = out_of_memory_packet;
#ifndef SANITIZED
  const int crashes[] = {SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGTRAP, SIGFPE};
  struct sigaction action = {.sa_handler = report_crash, .sa_flags = SA_RESETHAND | SA_NODEFER};
  for (size_t index = 0; index < sizeof crashes / sizeof *crashes; index++) {
    sigaction(crashes[index], &action, NULL);
  }
#endif
}

void sandbox_keep_memory(int megabytes) {
  mallopt(M_MMAP_THRESHOLD, 4 << 20);
  mallopt(M_TRIM_THRESHOLD, megabytes << 20);
}

void sandbox_share_memory(void) { mallopt(M_ARENA_MAX, 1); }

void sandbox_forget_errors(void) { errno = 0; }

int sandbox_lacks_memory(void) { return errno == ENOMEM; }

static int set_limit(int resource, int64_t value) {
  struct rlimit limit;
  if (getrlimit(resource, &limit)) return errno;
  // The inherited hard limit may be lower.
  if (limit.rlim_max != RLIM_INFINITY && (rlim_t)value > limit.rlim_max) value = (int64_t)limit.rlim_max;
  limit.rlim_cur = limit.rlim_max = (rlim_t)value;
  return setrlimit(resource, &limit) ? errno : 0;
}

int sandbox_limit(size_t memory, int descriptors) {
  int error = 0;
#ifndef SANITIZED
  int gauge = sandbox_open_gauge();
  int64_t address_space = gauge_column(gauge, 0), data = gauge_column(gauge, 5);
  if (gauge >= 0) close(gauge);
  // The address space also contains the stack and memory that allocators reserve but do not use.
  error = set_limit(RLIMIT_AS, address_space + (int64_t)memory * 2);
  if (!error) error = set_limit(RLIMIT_DATA, data + (int64_t)memory);
#else
  (void)memory;
#endif
  if (!error) error = set_limit(RLIMIT_FSIZE, 0);
  if (!error) error = set_limit(RLIMIT_NOFILE, descriptors);
  if (!error) error = set_limit(RLIMIT_CORE, 0);
  if (!error) error = set_limit(RLIMIT_NPROC, 0);
  if (!error) error = set_limit(RLIMIT_MEMLOCK, 0);
  if (!error) error = set_limit(RLIMIT_MSGQUEUE, 0);
  return error;
}

int sandbox_no_new_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ? errno : 0; }

int sandbox_drop_privileges(void) {
  if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)) return errno;
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct none[2];
  memset(none, 0, sizeof none);
  return syscall(SYS_capset, &header, none) ? errno : 0;
}

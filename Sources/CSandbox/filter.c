#define _GNU_SOURCE
#include "CSandbox.h"
#include "filter.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__) && defined(__AARCH64EL__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifndef SECCOMP_FILTER_FLAG_SPEC_ALLOW
#define SECCOMP_FILTER_FLAG_SPEC_ALLOW (1UL << 2)
#endif

enum { channel = 3, standard_error = 2 };

static const struct rule rules[] = {
    // Reading open files, and the channel to the parent.
    ALLOW(pread64) ALLOW(read) ALLOW(lseek) ALLOW(fstat) ALLOW(close) ALLOW(fadvise64)
    ALLOW_ON(recvmsg, channel) ALLOW_ON(sendmsg, channel) ALLOW_ON(sendto, channel)
    ALLOW_IF(newfstatat, 3, AT_EMPTY_PATH, AT_EMPTY_PATH) REFUSE(newfstatat, ENOENT)
    ALLOW_IF(statx, 2, AT_EMPTY_PATH, AT_EMPTY_PATH) REFUSE(statx, ENOENT)
    ALLOW_IF(fcntl, 1, ~0U, F_GETFL) ALLOW_IF(fcntl, 1, ~0U, F_GETFD)
    // Memory that is never executable.
    ALLOW_IF(mmap, 2, PROT_EXEC, 0) ALLOW_IF(mprotect, 2, PROT_EXEC, 0)
    ALLOW(munmap) ALLOW(mremap) ALLOW(madvise) ALLOW(brk)
    // The C library and the Swift runtime.
    ALLOW(futex) ALLOW(clock_gettime) ALLOW(getrandom) ALLOW(getpid) ALLOW(gettid) ALLOW(sched_yield)
    ALLOW(sysinfo)  // qsort asks for it, in Vorbis
    ALLOW(rt_sigreturn) ALLOW(rt_sigprocmask) ALLOW(rt_sigaction) ALLOW(exit_group) ALLOW(exit)
    // Error messages go to /dev/null.
    ALLOW_ON(write, standard_error) ALLOW_ON(writev, standard_error) REFUSE(ioctl, ENOTTY)
    // libsndfile looks for companion files of the recording.
    REFUSE(openat, ENOENT)
#ifdef SYS_open
    REFUSE(open, ENOENT)
#endif
};

enum { maximum_rules = 160, maximum_statements = 6 };

static size_t add(struct sock_filter *code, const struct rule *rule) {
  const struct sock_filter verdict =
      BPF_STMT(BPF_RET | BPF_K, rule->error ? SECCOMP_RET_ERRNO | rule->error : SECCOMP_RET_ALLOW);
  size_t count = 0;
  if (!rule->mask) {
    code[count++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)rule->call, 0, 1);
    code[count++] = verdict;
    return count;
  }
  const size_t argument = offsetof(struct seccomp_data, args) + 8 * (size_t)rule->argument;
  code[count++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)rule->call, 0, 5);
  code[count++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (unsigned)argument);
  code[count++] = (struct sock_filter)BPF_STMT(BPF_ALU | BPF_AND | BPF_K, rule->mask);
  code[count++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, rule->value, 0, 1);
  code[count++] = verdict;
  code[count++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
  return count;
}

int filter_install(const struct rule *rules, size_t rule_count, unsigned otherwise) {
#ifndef ARCHITECTURE
  (void)rules, (void)rule_count, (void)otherwise;
  return ENOSYS;
#else
  struct sock_filter code[8 + (maximum_rules + 1) * maximum_statements];
  if (rule_count > maximum_rules) return E2BIG;
  size_t count = 0;
  code[count++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch));
  code[count++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0);
  code[count++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);
  code[count++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
#ifdef __x86_64__
  // The x32 ABI uses a second range of numbers for the same calls.
  code[count++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1);
  code[count++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);
#endif
  for (size_t index = 0; index < rule_count; index++) count += add(code + count, rules + index);
  // Signals only to this process, so that `abort` ends it with SIGABRT.
  const struct rule own_abort = {SYS_tgkill, 0, 0, ~0U, (unsigned)getpid()};
  count += add(code + count, &own_abort);
  code[count++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, otherwise);

  const struct sock_fprog program = {(unsigned short)count, code};
  // Without SPEC_ALLOW, older kernels slow down every branch of the decoder.
  const unsigned long flags[] = {SECCOMP_FILTER_FLAG_TSYNC | SECCOMP_FILTER_FLAG_SPEC_ALLOW,
                                 SECCOMP_FILTER_FLAG_TSYNC};
  int error = 0;
  for (size_t index = 0; index < 2; index++) {
    long result = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags[index], &program);
    if (!result) return 0;
    error = result > 0 ? EBUSY : errno;
    if (error != EINVAL) break;
  }
  return error;
#endif
}

int sandbox_filter(void) {
  return filter_install(rules, sizeof rules / sizeof *rules, SECCOMP_RET_KILL_PROCESS);
}

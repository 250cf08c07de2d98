// Runs a command, counts the system calls of all its threads in order, and injects a fault into one of them.
// usage: inject TRACE parent|workers CALLS NUMBER FAULT COMMAND ...
//
// CALLS is "change" (calls that change a file), "any", or names separated by commas. FAULT is "kill" (before the call),
// "count" (no fault), an errno, or "empty:CALLS:FILE", which truncates a file before the call and writes the same bytes
// again so many calls later, as `cp` does it. TRACE gets one line: call and path, or one line per call. The exit status
// is the command's, or 124 if its workers outlived it. x86-64 only.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/reg.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

enum { most_calls = 512, most_threads = 1 << 16, survivors = 124 };
// The argument indexes of descriptor and path, or -1.
struct call {
  const char *name;
  long number;
  int folder, path, changes;
};

#define CALL(name, folder, path, changes) {#name, SYS_##name, folder, path, changes},
static const struct call calls[] = {
    CALL(openat, 0, 1, 0) CALL(write, 0, -1, 1) CALL(writev, 0, -1, 1) CALL(pwrite64, 0, -1, 1)
    CALL(renameat, 2, 3, 1) CALL(renameat2, 2, 3, 1) CALL(linkat, 2, 3, 1) CALL(unlinkat, 0, 1, 1) CALL(mkdirat, 0, 1, 1)
    CALL(utimensat, 0, 1, 1) CALL(ftruncate, 0, -1, 1) CALL(fsync, 0, -1, 1) CALL(syncfs, 0, -1, 1)
    CALL(read, 0, -1, 0) CALL(pread64, 0, -1, 0) CALL(newfstatat, 0, 1, 0) CALL(statx, 0, 1, 0)
    CALL(fstat, 0, -1, 0) CALL(getdents64, 0, -1, 0) CALL(close, 0, -1, 0) CALL(fcntl, 0, -1, 0)
    CALL(lseek, 0, -1, 0) CALL(fadvise64, 0, -1, 0) CALL(readlink, -1, 0, 0) CALL(mmap, 4, -1, 0)
    CALL(mprotect, -1, -1, 0) CALL(brk, -1, -1, 0) CALL(munmap, -1, -1, 0) CALL(madvise, -1, -1, 0)
    CALL(clone3, -1, -1, 0) CALL(clone, -1, -1, 0) CALL(vfork, -1, -1, 0) CALL(execve, -1, 0, 0)
    CALL(socketpair, -1, -1, 0) CALL(sendmsg, 0, -1, 0) CALL(recvmsg, 0, -1, 0) CALL(recvfrom, 0, -1, 0)
    CALL(poll, -1, -1, 0) CALL(ppoll, -1, -1, 0) CALL(wait4, -1, -1, 0) CALL(memfd_create, -1, -1, 0)
    CALL(signalfd4, -1, -1, 0) CALL(eventfd2, -1, -1, 0) CALL(prlimit64, -1, -1, 0) CALL(prctl, -1, -1, 0)
    CALL(seccomp, -1, -1, 0) CALL(landlock_create_ruleset, -1, -1, 0) CALL(landlock_restrict_self, -1, -1, 0)
    CALL(sched_getaffinity, -1, -1, 0) CALL(getrandom, -1, -1, 0) CALL(ioctl, 0, -1, 0) CALL(uname, -1, -1, 0)
    CALL(setpriority, -1, -1, 0) CALL(getcwd, -1, -1, 0) CALL(capset, -1, -1, 0) CALL(close_range, -1, -1, 0)
    CALL(dup2, 0, -1, 0) CALL(sysinfo, -1, -1, 0) CALL(clock_gettime, -1, -1, 0)
};
enum { call_count = sizeof calls / sizeof *calls };

static FILE *trace;
static pid_t root;
static int of_workers, error_number, counts_only, kills;
static const char *wanted;
static long asked, seen, hit, begun;
// A file that is empty for so many calls, and its bytes meanwhile.
static const char *emptied;
static long calls_empty;
static char *content;
static size_t content_length;
// State by thread: seen before, part of the command itself, in a call that is to fail.
static unsigned char known[most_threads], own[most_threads], failing[most_threads];

static const struct call *find(long number) {
  for (int i = 0; i < call_count; i++)
    if (calls[i].number == number) return calls + i;
  return NULL;
}

static int is_named(const char *name) {
  size_t length = strlen(name);
  for (const char *at = wanted; (at = strstr(at, name)); at++)
    if ((at == wanted || at[-1] == ',') && (at[length] == ',' || !at[length])) return 1;
  return 0;
}

static int is_wanted(const struct call *call, const struct __ptrace_syscall_info *info) {
  const __uint64_t *arguments = info->entry.args;
  if (!strcmp(wanted, "any")) return 1;
  if (strcmp(wanted, "change")) return is_named(call->name);
  if (call->number == SYS_openat) return (arguments[2] & O_CREAT) != 0;
  if (call->number == SYS_write || call->number == SYS_writev) return (int)arguments[0] > 2;
  return call->changes;
}

static int belongs(pid_t thread) {
  char path[64], line[256];
  snprintf(path, sizeof path, "/proc/%d/status", thread);
  FILE *status = fopen(path, "r");
  int group = 0;
  while (status && fgets(line, sizeof line, status) && sscanf(line, "Tgid: %d", &group) != 1) continue;
  if (status) fclose(status);
  return group == root;
}

// Prints the call and its file in one line.
static void tell(pid_t thread, const struct call *call, const struct __ptrace_syscall_info *info) {
  char link[64], place[PATH_MAX] = "", name[PATH_MAX] = "";
  const __uint64_t *arguments = info->entry.args;
  if (call->path >= 0) {
    struct iovec ours = {name, sizeof name - 1}, theirs = {(void *)arguments[call->path], sizeof name - 1};
    // The path may end just before an unmapped page.
    while (theirs.iov_len > 64 && process_vm_readv(thread, &ours, 1, &theirs, 1, 0) < 0) theirs.iov_len /= 2;
  }
  if (call->folder >= 0 && name[0] != '/' && (int)arguments[call->folder] != AT_FDCWD) {
    snprintf(link, sizeof link, "/proc/%d/fd/%d", thread, (int)arguments[call->folder]);
    ssize_t length = readlink(link, place, sizeof place - 1);
    if (length < 0) snprintf(place, sizeof place, "%d", (int)arguments[call->folder]);
  }
  for (char *at = name; *at; at++)
    if (*at == '\n') *at = '?';
  fprintf(trace, "%s %s%s%s\n", call->name, place, *place && *name ? "/" : "", name);
}

static void empty(void) {
  FILE *file = fopen(emptied, "re");
  if (!file || fseek(file, 0, SEEK_END)) exit(2);
  content_length = (size_t)ftell(file);
  content = malloc(content_length);
  rewind(file);
  if (!content || fread(content, 1, content_length, file) != content_length) exit(2);
  fclose(file);
  if (truncate(emptied, 0)) exit(2);
}

static void refill(void) {
  if (!content) return;
  FILE *file = fopen(emptied, "r+e");
  if (!file || fwrite(content, 1, content_length, file) != content_length || fclose(file)) exit(2);
  free(content);
  content = NULL;
}

static void enter(pid_t thread, const struct __ptrace_syscall_info *info) {
  const struct call *call = find((long)info->entry.nr);
  if (!begun || !call || (own[thread] == of_workers) || !is_wanted(call, info)) return;
  seen++;
  if (counts_only) tell(thread, call, info);
  if (seen == asked + calls_empty) refill();
  if (seen != asked) return;
  tell(thread, call, info);
  hit = 1;
  if (emptied) {
    empty();
  } else if (kills) {
    kill(root, SIGKILL);
  } else if (error_number) {
    // Replaces the failing call with one that every seccomp filter allows. Linux closes a file even if it then reports
    // an error.
    if (call->number != SYS_close) ptrace(PTRACE_POKEUSER, thread, 8 * ORIG_RAX, SYS_getpid);
    failing[thread] = 1;
  }
}

static void stop(pid_t thread, int status) {
  int event = status >> 16, number = WSTOPSIG(status);
  // Until exec there is only our own child, which waits at its gate.
  begun |= event == PTRACE_EVENT_EXEC;
  if (!known[thread]) known[thread] = 1, own[thread] = (unsigned char)belongs(thread);
  if (event == PTRACE_EVENT_STOP && number != SIGTRAP) {
    ptrace(PTRACE_LISTEN, thread, 0, 0);
    return;
  }
  if (number == (SIGTRAP | 0x80)) {
    struct __ptrace_syscall_info info;
    if (ptrace(PTRACE_GET_SYSCALL_INFO, thread, sizeof info, &info) > 0) {
      if (info.op == PTRACE_SYSCALL_INFO_ENTRY) enter(thread, &info);
      if (info.op == PTRACE_SYSCALL_INFO_EXIT && failing[thread]) {
        ptrace(PTRACE_POKEUSER, thread, 8 * RAX, -(long)error_number);
        failing[thread] = 0;
      }
    }
    number = 0;
  }
  ptrace(PTRACE_SYSCALL, thread, 0, event || number == SIGTRAP ? 0 : number);
}

static void give_up(int unused) {
  (void)unused;
  _exit(survivors);  // PTRACE_O_EXITKILL kills the rest
}

static pid_t start(char **command) {
  int gate[2];
  if (pipe2(gate, O_CLOEXEC)) exit(2);
  pid_t child = fork();
  if (!child) {
    char byte;
    close(gate[1]);
    if (read(gate[0], &byte, 1) != 0) _exit(127);
    execv(command[0], command);
    _exit(127);
  }
  long options = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE |
                 PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL;
  if (ptrace(PTRACE_SEIZE, child, 0, options) || ptrace(PTRACE_INTERRUPT, child, 0, 0)) exit(2);
  close(gate[0]);
  close(gate[1]);
  return child;
}

int main(int argc, char **argv) {
  if (argc < 7 || !(trace = fopen(argv[1], "we"))) return 2;
  of_workers = !strcmp(argv[2], "workers");
  wanted = argv[3];
  asked = atol(argv[4]);
  kills = !strcmp(argv[5], "kill");
  counts_only = !strcmp(argv[5], "count");
  if (!strncmp(argv[5], "empty:", 6)) {
    char *end;
    calls_empty = strtol(argv[5] + 6, &end, 10);
    emptied = end + 1;
  } else {
    error_number = atoi(argv[5]);
  }
  signal(SIGALRM, give_up);
  root = start(argv + 6);
  int ending = 2, status;
  for (pid_t thread; (thread = waitpid(-1, &status, __WALL)) > 0 || errno == EINTR;) {
    if (thread <= 0 || thread >= most_threads) continue;
    if (WIFSTOPPED(status)) {
      stop(thread, status);
    } else if (known[thread] = 0, thread == root) {
      refill();
      ending = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
      alarm(3);
    }
  }
  if (!hit && !counts_only) fprintf(trace, "missed\n");
  fclose(trace);
  return ending;
}

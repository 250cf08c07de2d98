#define _GNU_SOURCE
#include "CSandbox.h"
#include "landlock.h"
#include "launcher.h"
#include "program_filter.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { limits = 1, privileges = 2, landlock = 4, filter = 8 };
enum { maximum_strings = 256 };

// Between fork and exec, only async-signal-safe calls: another thread may hold any lock.

static void split(const char *list, char **strings) {
  size_t count = 0;
  for (; *list && count < maximum_strings - 1; list += strlen(list) + 1) strings[count++] = (char *)list;
  strings[count] = NULL;
}

static void set_limit(int resource, rlim_t value) {
  struct rlimit limit;
  if (getrlimit(resource, &limit)) return;
  if (limit.rlim_max < value) value = limit.rlim_max;
  limit.rlim_cur = limit.rlim_max = value;
  setrlimit(resource, &limit);
}

static void set_limits(const struct sandbox_program *program) {
  set_limit(RLIMIT_AS, program->memory * 4);
  set_limit(RLIMIT_DATA, program->memory);
  set_limit(RLIMIT_CPU, program->processor_seconds);
  set_limit(RLIMIT_FSIZE, 0);
  set_limit(RLIMIT_CORE, 0);
  set_limit(RLIMIT_NOFILE, 64);
  set_limit(RLIMIT_MSGQUEUE, 0);
}

// ffmpeg reopens its input, which root without capabilities cannot do if only the owner may read
// the file: such a file is decoded as its owner. The raw system calls affect only this process;
// those of the C library would signal other threads.
static void drop_privileges(int input) {
  struct stat file;
  if (!geteuid() && !fstat(input, &file) && file.st_uid && !(file.st_mode & S_IROTH)) {
    syscall(SYS_setgroups, 0, NULL);
    syscall(SYS_setresgid, file.st_gid, file.st_gid, file.st_gid);
    syscall(SYS_setresuid, file.st_uid, file.st_uid, file.st_uid);
  }
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct none[2];
  memset(none, 0, sizeof none);
  syscall(SYS_capset, &header, none);
}

static void reset_signals(void) {
  for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
  // Exceeding the file size limit is an error instead of a signal.
  signal(SIGXFSZ, SIG_IGN);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

struct start {
  const struct sandbox_program *program;
  char *arguments[maximum_strings];
  char *environment[maximum_strings];
  int output;
  int errors;
  pid_t parent;
  pid_t pid;
};

static void become(const struct start *start) {
  const struct sandbox_program *program = start->program;
  // Its descriptors: input, output, errors.
  int given[] = {program->input, start->output, start->errors};
  const int count = sizeof given / sizeof *given;
  // None of them may have a number that another one gets: the parent may lack standard streams.
  // Others are not moved, since the parent may have as many open files as its limit allows.
  for (int index = 0; index < count; index++) {
    if (given[index] >= count) continue;
    given[index] = fcntl(given[index], F_DUPFD, count);
    if (given[index] < 0) return;
  }
  for (int index = 0; index < count; index++) {
    if (dup2(given[index], index) < 0) return;
  }
  sandbox_close_from(count);
  setsid();
  reset_signals();
  if (program->layers & limits) set_limits(program);
  if (program->layers & ~limits) sandbox_no_new_privileges();
  if (program->layers & privileges) drop_privileges(0);
  // A change of the user would clear the death signal.
  if (sandbox_die_with(start->parent)) return;
  if (program->layers & landlock) landlock_reading(program->places, count);
  if (program->layers & filter) program_filter();
  execve(program->path, start->arguments, start->environment);
}

static int start_program(void *context) {
  struct start *start = context;
  start->pid = fork();
  if (start->pid == 0) {
    become(start);
    _exit(127);
  }
  return start->pid < 0 ? errno : 0;
}

int sandbox_start_program(const struct sandbox_program *program, struct sandbox_running *running) {
  int output[2], errors[2];
  if (pipe2(output, O_CLOEXEC)) return errno;
  if (pipe2(errors, O_CLOEXEC | O_NONBLOCK)) {
    int error = errno;
    close(output[0]);
    close(output[1]);
    return error;
  }
  // A larger pipe needs fewer context switches; a failure only costs speed.
  fcntl(output[1], F_SETPIPE_SZ, 1 << 20);
  struct start start = {.program = program, .output = output[1], .errors = errors[1], .parent = getpid()};
  split(program->arguments, start.arguments);
  split(program->environment, start.environment);
  int error = launcher_run(start_program, &start);
  close(output[1]);
  close(errors[1]);
  if (error) {
    close(output[0]);
    close(errors[0]);
    return error;
  }
  *running = (struct sandbox_running){output[0], errors[0], start.pid};
  return 0;
}

void sandbox_kill_program(pid_t pid) {
  // The process group exists only after `setsid`; before that, only the process is killed.
  kill(-pid, SIGKILL);
  kill(pid, SIGKILL);
}

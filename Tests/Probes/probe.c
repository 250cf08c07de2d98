#define _GNU_SOURCE
#include "CProbes.h"
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static int refused(long result) { return result < 0 ? errno : 0; }

static int connect_network(void) {
  int out = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (out < 0) return errno;
  // No server listens at port 1: ECONNREFUSED means that the system call was allowed.
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(1)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int error = refused(connect(out, (struct sockaddr *)&address, sizeof address));
  close(out);
  return error == ECONNREFUSED ? 0 : error;
}

static int execute(void) {
  char *const arguments[] = {"true", NULL}, *const environment[] = {NULL};
  return refused(execve("/bin/true", arguments, environment));
}

static int fork_child(void) {
  pid_t child = fork();
  if (child == 0) _exit(0);
  return refused(child);
}

static int reopen_for_writing(int descriptor) {
  char path[40];
  snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  return refused(open(path, O_WRONLY | O_CLOEXEC));
}

static int map(size_t count, int protection) {
  void *memory = mmap(NULL, count, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? errno : 0;
}

// Uses memory without checking for a failed allocation, as libvorbis does.
static void exhaust_memory(void) {
  for (;;) {
    volatile char *memory = malloc(1 << 20);
    for (size_t index = 0; index < 1 << 20; index += 4096) memory[index] = 1;
  }
}

static int raise_limit(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_CORE, &limit)) return errno;
  limit.rlim_max += 4096;
  return limit.rlim_max < 4096 ? 0 : refused(setrlimit(RLIMIT_CORE, &limit));
}

int attempt_probe(int kind, int descriptor, pid_t parent) {
  switch (kind) {
    case 0: return refused(open("/etc/passwd", O_RDONLY | O_CLOEXEC));
    case 1: return connect_network();
    case 2: return execute();
    case 3: return refused(kill(parent, SIGCONT));
    case 4: return refused(write(descriptor, "x", 1));
    case 5: return map((size_t)2 << 30, PROT_READ | PROT_WRITE);
    case 6: return reopen_for_writing(descriptor);
    case 7: return fork_child();
    case 8: return map(4096, PROT_READ | PROT_WRITE | PROT_EXEC);
    case 9: return raise_limit();
    case 10: return prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) ? 0 : EPERM;
    case 11: return prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) ? EPERM : 0;
    case 12: *(volatile int *)16 = 1; return 0;
    case 13: abort();
    case 14: exhaust_memory(); return 0;
    case 15: for (volatile int spin = 1; spin;) {} return 0;
    case 16: for (char byte;;) sandbox_receive(3, &byte, 1, &descriptor);
    case 17: _exit(7);
    default: return EINVAL;
  }
}

#define _GNU_SOURCE
#include "CSandbox.h"
#include "launcher.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

// A job for the thread that starts processes.
struct order {
  int (*job)(void *context);
  void *context;
  int error;
  int done;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct order *pending;
static int has_thread;

// The standard streams of a worker; an empty file where there is no /dev, as in an empty root.
static int open_nothing(void) {
  int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  return nothing < 0 ? memfd_create("nothing", MFD_CLOEXEC) : nothing;
}

static int set_actions(posix_spawn_file_actions_t *actions, int nothing, int channel) {
  int error = posix_spawn_file_actions_adddup2(actions, channel, 3);
  for (int stream = 0; stream <= 2 && !error; stream++) {
    error = posix_spawn_file_actions_adddup2(actions, nothing, stream);
  }
  return error;
}

static int set_attributes(posix_spawnattr_t *attributes) {
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  int error = posix_spawnattr_setsigmask(attributes, &none);
  if (!error) error = posix_spawnattr_setsigdefault(attributes, &all);
  if (!error) {
    error = posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  return error;
}

static int spawn(const char *path, const char *settings, int channel, pid_t *pid) {
  char libraries[4096] = "";
  const char *search = getenv("LD_LIBRARY_PATH");
  // The worker must load the same libraries as its parent.
  if (search) snprintf(libraries, sizeof libraries, "LD_LIBRARY_PATH=%s", search);
  char *const arguments[] = {"wavethumb", "--decode-worker", (char *)settings, NULL};
  char *const environment[] = {"SWIFT_BACKTRACE=enable=no", search ? libraries : NULL, NULL};

  int nothing = open_nothing();
  if (nothing < 0) return errno;
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int error = posix_spawn_file_actions_init(&actions);
  if (error) {
    close(nothing);
    return error;
  }
  error = posix_spawnattr_init(&attributes);
  if (!error) {
    error = set_actions(&actions, nothing, channel);
    if (!error) error = set_attributes(&attributes);
    if (!error) error = posix_spawn(pid, path, &actions, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&actions);
  close(nothing);
  return error;
}

static void *serve(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  for (;;) {
    while (!pending) pthread_cond_wait(&changed, &lock);
    struct order *order = pending;
    order->error = order->job(order->context);
    order->done = 1;
    pending = NULL;
    pthread_cond_broadcast(&changed);
  }
  return NULL;
}

static int start_thread(void) {
  if (has_thread) return 0;
  // If SIGCHLD is ignored, workers are reaped before their exit status is read.
  struct sigaction children;
  if (!sigaction(SIGCHLD, NULL, &children) && children.sa_handler == SIG_IGN) signal(SIGCHLD, SIG_DFL);

  sigset_t all, before;
  sigfillset(&all);
  pthread_attr_t attributes;
  pthread_t thread;
  int error = pthread_attr_init(&attributes);
  if (error) return error;
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attributes, 256 * 1024);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  error = pthread_create(&thread, &attributes, serve, NULL);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  has_thread = !error;
  return error;
}

int launcher_run(int (*job)(void *), void *context) {
  struct order order = {job, context, 0, 0};
  pthread_mutex_lock(&lock);
  int error = start_thread();
  if (!error) {
    while (pending) pthread_cond_wait(&changed, &lock);
    pending = &order;
    pthread_cond_broadcast(&changed);
    while (!order.done) pthread_cond_wait(&changed, &lock);
    error = order.error;
  }
  pthread_mutex_unlock(&lock);
  return error;
}

struct worker {
  const char *path;
  const char *settings;
  int channel;
  pid_t pid;
};

static int spawn_worker(void *context) {
  struct worker *worker = context;
  return spawn(worker->path, worker->settings, worker->channel, &worker->pid);
}

int sandbox_start(const char *path, const char *settings, int *channel, pid_t *pid) {
  int pair[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair)) return errno;
  struct worker worker = {path, settings, pair[1], 0};
  int error = launcher_run(spawn_worker, &worker);
  close(pair[1]);
  if (error) {
    close(pair[0]);
    return error;
  }
  *channel = pair[0];
  *pid = worker.pid;
  return 0;
}

#include "signals.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

// A handler, and not a signalfd: that would need the signals to be blocked in every thread, and the runtime of
// asynchronous programs puts the main thread to sleep with all of them unblocked, where they would end the process.
static const int handled[] = {SIGINT, SIGTERM, SIGHUP};
static volatile sig_atomic_t first_signal;
static int counter = -1;

static void note(int number) {
  int saved = errno;
  if (!first_signal) first_signal = number;
  const uint64_t one = 1;
  ssize_t ignored = write(counter, &one, sizeof one);
  (void)ignored;
  errno = saved;
}

int signals_as_descriptor(void) {
  // Kept for the life of the process: a signal may arrive at any time.
  counter = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  first_signal = 0;
  sigset_t set;
  sigemptyset(&set);
  for (size_t i = 0; i < sizeof handled / sizeof *handled; i++) {
    sigaddset(&set, handled[i]);
    struct sigaction before, action = {.sa_handler = note, .sa_flags = SA_RESTART};
    // `nohup` has the hangup ignored, and means it.
    if (handled[i] == SIGHUP && sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler == SIG_IGN) continue;
    sigaction(handled[i], &action, NULL);
  }
  // A parent may have blocked them.
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  return counter;
}

void signals_release(void) {
  for (size_t i = 0; i < sizeof handled / sizeof *handled; i++) {
    struct sigaction before;
    if (sigaction(handled[i], NULL, &before) == 0 && before.sa_handler == note) signal(handled[i], SIG_DFL);
  }
  if (first_signal) raise(first_signal);
}

int signals_first(void) { return first_signal; }

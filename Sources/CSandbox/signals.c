#include "signals.h"

#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <sys/signalfd.h>
#include <unistd.h>

static sigset_t signals(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  // `nohup` has the hangup ignored, and means it: a blocked signal would arrive all the same.
  struct sigaction hangup;
  if (sigaction(SIGHUP, NULL, &hangup) != 0 || hangup.sa_handler != SIG_IGN) sigaddset(&set, SIGHUP);
  return set;
}

int signals_as_descriptor(void) {
  sigset_t set = signals();
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

void signals_release(void) {
  sigset_t set = signals();
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

int signals_take(int descriptor) {
  struct signalfd_siginfo record;
  return read(descriptor, &record, sizeof record) == sizeof record ? (int)record.ssi_signo : 0;
}

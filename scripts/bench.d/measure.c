// Runs a command and prints wall seconds, processor seconds, and the peak memory in KiB of its largest process. With
// -m, samples memory every two milliseconds and prints the peak of the command itself and of its largest child, in KiB.
// usage: measure [-m] RESULT-FILE COMMAND [ARGUMENT ...]
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}

// Reads the peak memory (VmHWM) of one process; exec resets it.
static void take_peak(long pid, long *peak) {
  char path[64], line[256];
  snprintf(path, sizeof path, "/proc/%ld/status", pid);
  FILE *status = fopen(path, "r");
  if (!status) return;
  long kilobytes;
  while (fgets(line, sizeof line, status)) {
    if (sscanf(line, "VmHWM: %ld", &kilobytes) == 1 && kilobytes > *peak) *peak = kilobytes;
  }
  fclose(status);
}

static void take_children(pid_t pid, long *peak) {
  char path[300];
  snprintf(path, sizeof path, "/proc/%d/task", pid);
  DIR *threads = opendir(path);
  if (!threads) return;
  for (struct dirent *thread; (thread = readdir(threads));) {
    snprintf(path, sizeof path, "/proc/%d/task/%s/children", pid, thread->d_name);
    FILE *children = fopen(path, "r");
    if (!children) continue;
    long child;
    while (fscanf(children, "%ld", &child) == 1) take_peak(child, peak);
    fclose(children);
  }
  closedir(threads);
}

static void watch(pid_t pid, long *own, long *largest) {
  struct timespec pause = {0, 2000000};
  siginfo_t ended = {0};
  for (;;) {
    if (waitid(P_PID, pid, &ended, WEXITED | WNOHANG | WNOWAIT) || ended.si_pid) return;
    take_peak(pid, own);
    take_children(pid, largest);
    nanosleep(&pause, NULL);
  }
}

int main(int argc, char **argv) {
  int watches = argc > 1 && !strcmp(argv[1], "-m");
  argv += watches;
  if (argc - watches < 3) return 2;
  double start = now();
  pid_t child = fork();
  if (child == 0) {
    execvp(argv[2], argv + 2);
    _exit(127);
  }
  long own = 0, largest = 0;
  if (watches) watch(child, &own, &largest);
  int status = 0;
  struct rusage usage;
  if (child < 0 || wait4(child, &status, 0, &usage) < 0) return 1;
  double wall = now() - start;
  double cpu = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec + (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
  FILE *out = fopen(argv[1], "w");
  if (!out) return 1;
  if (watches) {
    fprintf(out, "%ld %ld\n", own, largest);
  } else {
    fprintf(out, "%.6f %.6f %ld\n", wall, cpu, usage.ru_maxrss);
  }
  fclose(out);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

#pragma once

#include <sched.h>
#include <sys/types.h>

// Calls that the system's own headers hide from Swift.

int syncfs(int descriptor);
ssize_t getdents64(int descriptor, void *entries, size_t size);
int sched_getaffinity(pid_t process, size_t size, cpu_set_t *processors);

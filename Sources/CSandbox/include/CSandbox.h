#pragma once

/// The newest Landlock interface this kernel offers, or a negative errno.
long sandbox_landlock_abi(void);

// MARK: Calls that the headers hide from Swift

#include <sched.h>
#include <sys/types.h>

int syncfs(int descriptor);
ssize_t getdents64(int descriptor, void *entries, size_t size);
int sched_getaffinity(pid_t process, size_t size, cpu_set_t *processors);

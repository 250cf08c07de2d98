#pragma once

#include <stddef.h>
#include <stdint.h>

// Calls that the system's own headers hide from Swift.
//
// Spelled without the system's headers: a type of theirs that is first met in here would belong to this module
// for Swift, and be missing everywhere else.

int syncfs(int descriptor);
ptrdiff_t getdents64(int descriptor, void *entries, size_t size);

/// The processors that this process may use, or 0 where the system does not say.
int hidden_usable_processors(void);

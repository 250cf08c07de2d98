#pragma once

#include <stddef.h>
#include <stdint.h>

// Calls that the system headers hide from Swift.
//
// Declared without the system headers: Swift would assign a type first imported here to this
// module, and not find it elsewhere.

int syncfs(int descriptor);
ptrdiff_t getdents64(int descriptor, void *entries, size_t size);

/// Opens a path beneath a folder unless a link is on the way; returns -1 with errno on failure, and
/// always on Linux before 5.6.
int hidden_open_beneath(int folder, const char *path, int flags);

/// Returns the number of processors that this process may use, or 0 if unknown.
int hidden_usable_processors(void);

/// Creates an empty file in memory, and returns its descriptor or -1. Corresponds to `memfd_create`.
int hidden_memory_file(void);

/// Returns the magic number of the file system of an open file, or 0. Corresponds to `fstatfs`.
uint32_t hidden_file_system(int descriptor);

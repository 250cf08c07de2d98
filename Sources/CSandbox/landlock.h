#pragma once

// Denies the same as `sandbox_landlock`, except reading and executing below `places` and reading
// `file`. Each place ends with a NUL, the last one with two.
int landlock_reading(const char *places, int file);

#pragma once

// Denies the same as `sandbox_landlock`, except reading and executing below `places` and reading the
// files among the first `descriptors`. Each place ends with a NUL, the last one with two.
int landlock_reading(const char *places, int descriptors);

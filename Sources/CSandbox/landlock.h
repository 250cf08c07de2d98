#pragma once

// Denies what `sandbox_landlock` denies, but for reading and executing what lies beneath `places` and reading `file`.
// Each place ends with a NUL, the last one with two.
int landlock_reading(const char *places, int file);

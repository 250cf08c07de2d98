#pragma once

#include <stdint.h>

/// Tries a call that a worker must not be able to make; returns 0 if it succeeded, else its errno.
int attempt_probe(int kind, int descriptor, int32_t parent);

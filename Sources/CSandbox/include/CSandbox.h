#pragma once

#include "signals.h"

/// The newest Landlock interface this kernel offers, or a negative errno.
long sandbox_landlock_abi(void);

#pragma once

// Rejects the calls that a foreign decoder does not need.
int program_filter(void);

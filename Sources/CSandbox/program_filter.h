#pragma once

// Refuses the calls that a decoder which is not ours cannot need.
int program_filter(void);

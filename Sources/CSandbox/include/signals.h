#pragma once

/// Returns a descriptor that becomes readable on SIGINT, SIGTERM or SIGHUP and stays so, or -1. Handles the three for
/// the whole process.
int signals_as_descriptor(void);

/// Restores the default effect of the three signals, so that they end the process again.
void signals_release(void);

/// Returns the first signal that arrived, or 0.
int signals_first(void);

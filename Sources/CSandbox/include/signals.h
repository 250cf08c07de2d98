#pragma once

/// Returns a descriptor that becomes readable on SIGINT, SIGTERM or SIGHUP; blocks the three for
/// the calling thread.
int signals_as_descriptor(void);

/// Unblocks the three signals, so that they end the process again.
void signals_release(void);

/// Returns the pending signal of such a descriptor and consumes it, or 0.
int signals_take(int descriptor);

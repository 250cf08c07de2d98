#pragma once

/// A descriptor that turns readable when SIGINT, SIGTERM or SIGHUP comes; blocks the three for the calling thread.
int signals_as_descriptor(void);

/// Lets the three end the process by themselves again.
void signals_release(void);

/// The signal that waits on such a descriptor, taken from it, or 0.
int signals_take(int descriptor);

#pragma once

#include "hidden.h"
#include "program.h"
#include "signals.h"

#include <stddef.h>
#include <stdint.h>

// The calls that Swift cannot name: starting a worker, passing descriptors, and the sandbox that a worker puts itself into.
// Functions answer 0 or an errno unless their comment says otherwise.

// MARK: Parent

/// Starts `path` as a worker whose descriptor 3 is the other end of `*channel`.
///
/// Standard streams are /dev/null, the environment is empty but for what a loader needs, and the worker is a child of a
/// thread that lives as long as this process: the death signal of a worker follows the thread that started it.
int sandbox_start(const char *path, const char *settings, int *channel, int32_t *pid);

/// Sends one packet, with a descriptor unless `descriptor` is negative.
int sandbox_send(int channel, const void *bytes, size_t count, int descriptor, int wait);

/// Answers a read-only descriptor of the same open file as `descriptor`, or a negative errno.
int sandbox_read_only(int descriptor);

/// Answers a descriptor of an unnamed file that holds `bytes`, or a negative errno.
int sandbox_file_of(const void *bytes, size_t count);

/// Answers the processor time of a process in nanoseconds, or a negative number.
int64_t sandbox_processor_time(int32_t pid);

/// Answers the wait status of an exited child, -1 while it runs, -2 when there is no such child.
int sandbox_reap(int32_t pid);

/// Discards all that C code prints to standard output from now on; descriptor 1 stays as it is.
void sandbox_silence_output(void);

/// Discards all that C code prints to standard error from now on; descriptor 2 stays as it is.
void sandbox_silence_errors(void);

// MARK: Worker

/// Whether a sanitizer handles memory and crashes, so that neither is limited here.
int sandbox_is_sanitized(void);

/// Receives one packet; answers its length, 0 at the end, or a negative errno. `*descriptor` is -1 where none came.
ptrdiff_t sandbox_receive(int channel, void *bytes, size_t capacity, int *descriptor);

/// Sets the name of the process, asks for a signal at the death of the parent, and exits at once where `parent` is already gone.
int sandbox_die_with(int32_t parent);

/// Closes every descriptor from `first` on.
int sandbox_close_from(int first);

/// Opens what `sandbox_resident` reads; a negative answer means that resident memory cannot be told.
int sandbox_open_gauge(void);

/// Answers the resident bytes of this process, 0 when unknown.
int64_t sandbox_resident(int gauge);

/// Leaves signals of the terminal to the parent and reports a crash for want of memory as `out_of_memory_packet`.
void sandbox_set_signals(int channel, uint8_t out_of_memory_packet);

/// Keeps the memory of one recording for the next instead of giving it back in between: up to so many megabytes at the
/// end of each thread's. What takes more than four goes back at once.
void sandbox_keep_memory(int megabytes);

/// Lets all threads share one memory.
void sandbox_share_memory(void);

/// Forgets refused memory of the recording before.
void sandbox_forget_errors(void);

/// Whether the last call that failed since then was refused memory.
int sandbox_lacks_memory(void);

/// Bounds memory, descriptors, files, processes and core dumps. `memory` is what may be taken beyond what is in use.
int sandbox_limit(size_t memory, int descriptors);

/// Forbids new privileges.
int sandbox_no_new_privileges(void);

/// Gives up capabilities, and forbids other processes of the same user to trace this one.
int sandbox_drop_privileges(void);

/// The newest Landlock interface this kernel offers, or a negative errno.
long sandbox_landlock_abi(void);

/// Denies every right to files, network and foreign processes that this kernel's Landlock knows.
int sandbox_landlock(void);

/// Kills this process at any system call that decoding does not need.
int sandbox_filter(void);

// MARK: Probes, for tests

/// Tries a call that a worker must not be able to make: answers 0 where it succeeded, else its errno.
int sandbox_probe(int kind, int descriptor, int32_t parent);

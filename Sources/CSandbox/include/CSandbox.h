#pragma once

#include "hidden.h"
#include "program.h"
#include "signals.h"

#include <stddef.h>
#include <stdint.h>

// The calls that are not available in Swift: starting a worker, passing descriptors, and the
// sandbox of a worker. Functions return 0 or an errno unless documented otherwise.

// MARK: Parent

/// Starts `path` as a worker whose descriptor 3 is the other end of `*channel`.
///
/// Standard streams are /dev/null, and the environment contains only what the loader needs. The
/// worker is a child of a thread that lives as long as this process, because the death signal of a
/// worker depends on the thread that started it.
int sandbox_start(const char *path, const char *settings, int *channel, int32_t *pid);

/// Sends one packet, with a descriptor unless `descriptor` is negative.
int sandbox_send(int channel, const void *bytes, size_t count, int descriptor, int wait);

/// Returns a read-only descriptor of the same open file as `descriptor`, or a negative errno.
int sandbox_read_only(int descriptor);

/// Returns a descriptor of an unnamed file that contains `bytes`, or a negative errno.
int sandbox_file_of(const void *bytes, size_t count);

/// Returns the processor time of a process in nanoseconds, or a negative number.
int64_t sandbox_processor_time(int32_t pid);

/// Returns the wait status of an exited child, -1 while it runs, -2 if there is no such child.
int sandbox_reap(int32_t pid);

/// Discards all further output of C code to standard output; descriptor 1 stays open.
void sandbox_silence_output(void);

/// Discards all further output of C code to standard error; descriptor 2 stays open.
void sandbox_silence_errors(void);

/// Returns the libraries in a static executable and their versions, or NULL; a release links a
/// function of this name.
const char *sandbox_linked_libraries(void);

// MARK: Worker

/// Whether a sanitizer handles memory and crashes, so that neither is limited here.
int sandbox_is_sanitized(void);

/// Receives one packet; returns its length, 0 at the end, or a negative errno. `*descriptor` is -1
/// if none was sent.
ptrdiff_t sandbox_receive(int channel, void *bytes, size_t capacity, int *descriptor);

/// Sets the name of the process, requests SIGKILL when the parent dies, and exits at once if
/// `parent` is already gone.
int sandbox_die_with(int32_t parent);

/// Closes every descriptor from `first` on.
int sandbox_close_from(int first);

/// Returns a descriptor for `sandbox_resident`; negative if resident memory cannot be measured.
int sandbox_open_gauge(void);

/// Returns the resident bytes of this process, or 0 if unknown.
int64_t sandbox_resident(int gauge);

/// Ignores signals of the terminal, which the parent handles, and reports a crash caused by a lack
/// of memory as `out_of_memory_packet`.
void sandbox_set_signals(int channel, uint8_t out_of_memory_packet);

/// Keeps freed memory for the next recording: at most this many megabytes at the top of each
/// thread's arena. Allocations above 4 MB are returned to the system at once.
void sandbox_keep_memory(int megabytes);

/// Makes all threads use one heap.
void sandbox_share_memory(void);

/// Clears the error of an earlier recording.
void sandbox_forget_errors(void);

/// Whether the last failed call since `sandbox_forget_errors` ran out of memory.
int sandbox_lacks_memory(void);

/// Limits memory, descriptors, files, processes and core dumps. `memory` is the limit beyond
/// current use.
int sandbox_limit(size_t memory, int descriptors);

/// Forbids new privileges.
int sandbox_no_new_privileges(void);

/// Drops capabilities, and forbids other processes of the same user to trace this one.
int sandbox_drop_privileges(void);

/// Returns the newest Landlock ABI of this kernel, or a negative errno.
long sandbox_landlock_abi(void);

/// Denies all access to files, network and foreign processes that this kernel's Landlock controls.
int sandbox_landlock(void);

/// Kills this process on any system call that decoding does not need.
int sandbox_filter(void);

// MARK: Probes, for tests

/// Tries a call that a worker must not be able to make; returns 0 if it succeeded, else its errno.
int sandbox_probe(int kind, int descriptor, int32_t parent);

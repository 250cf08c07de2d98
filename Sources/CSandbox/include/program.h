#pragma once

#include <stdint.h>

/// A foreign program, its arguments, environment and limits.
///
/// Lists are words that each end with a NUL, and end with an empty one.
struct sandbox_program {
  const char *path;
  const char *arguments;
  const char *environment;
  /// The files it may read and execute besides its input; it may write none.
  const char *places;
  /// An open file: its standard input.
  int input;
  /// The layers of the sandbox, one bit each: 1 limits, 2 privileges, 4 Landlock, 8 filter.
  int layers;
  uint64_t memory;
  uint64_t processor_seconds;
};

/// A running program: its standard output, its standard error and its number.
struct sandbox_running {
  int output;
  int complaints;
  int32_t pid;
};

/// Starts a program in a session of its own and a sandbox; answers 0 or an errno. One that cannot be executed exits
/// with 127.
int sandbox_start_program(const struct sandbox_program *program, struct sandbox_running *running);

/// Kills a program and all it may have started.
void sandbox_kill_program(int32_t pid);

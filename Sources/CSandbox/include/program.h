#pragma once

#include <stdint.h>

/// A foreign program, its arguments, environment and limits.
///
/// Lists consist of words that end with a NUL; an empty word ends the list.
struct sandbox_program {
  const char *path;
  const char *arguments;
  const char *environment;
  /// The files it may read and execute besides its input; it may not write any.
  const char *places;
  /// The open file that becomes its standard input.
  int input;
  /// The layers of the sandbox, one bit each: 1 limits, 2 privileges, 4 Landlock, 8 filter.
  int layers;
  uint64_t memory;
  uint64_t processor_seconds;
};

/// A running program: its standard output, its standard error and its process ID.
struct sandbox_running {
  int output;
  int errors;
  int32_t pid;
};

/// Starts a program in its own session and sandbox; returns 0 or an errno. If it cannot be
/// executed, it exits with 127.
int sandbox_start_program(const struct sandbox_program *program, struct sandbox_running *running);

/// Kills a program and all processes that it started.
void sandbox_kill_program(int32_t pid);

#pragma once

#include <stddef.h>
#include <sys/syscall.h>

// A call that is allowed or fails with an error; if `mask` is set, the rule matches only if
// `argument & mask == value`.
struct rule {
  int call;
  unsigned error;
  int argument;
  unsigned mask;
  unsigned value;
};

#define ALLOW(name) {SYS_##name, 0, 0, 0, 0},
#define ALLOW_ON(name, descriptor) {SYS_##name, 0, 0, ~0U, descriptor},
#define ALLOW_IF(name, argument, mask, value) {SYS_##name, 0, argument, mask, value},
#define REFUSE_NUMBER(number, error) {number, error, 0, 0, 0},
#define REFUSE(name, error) REFUSE_NUMBER(SYS_##name, error)

// Installs rules, of which the first match decides; `otherwise` is the action for all other calls.
// Signals may be sent only to threads of this process.
int filter_install(const struct rule *rules, size_t count, unsigned otherwise);

// What Swift's runtime and GCC's C++ library expect of a glibc newer than 2.31, which is linked instead.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Only saves the C++ library atomic instructions in programs with a single thread.
char __libc_single_threaded = 0;

// Those of glibc 2.38 also read binary digits as C23 wants it, which Swift does not ask for.
long __isoc23_strtol(const char *text, char **end, int base) { return strtol(text, end, base); }
unsigned long __isoc23_strtoul(const char *text, char **end, int base) { return strtoul(text, end, base); }
long long __isoc23_strtoll(const char *text, char **end, int base) { return strtoll(text, end, base); }
unsigned long long __isoc23_strtoull(const char *text, char **end, int base) { return strtoull(text, end, base); }

int __isoc23_sscanf(const char *text, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int count = vsscanf(text, format, arguments);
  va_end(arguments);
  return count;
}

__attribute__((weak)) size_t strlcpy(char *into, const char *text, size_t size) {
  size_t length = strlen(text);
  if (size) {
    size_t count = length < size ? length : size - 1;
    memcpy(into, text, count);
    into[count] = 0;
  }
  return length;
}

// std::__throw_bad_array_new_length() and std::__glibcxx_assert_fail(), which the C++ library of GCC 10 lacks; that of GCC 12,
// where it is linked statically, has its own.
__attribute__((weak)) void _ZSt28__throw_bad_array_new_lengthv(void) { abort(); }
__attribute__((weak)) void _ZSt21__glibcxx_assert_failPKciS0_S0_(const char *file, int line, const char *function,
                                                                const char *condition) {
  (void)file, (void)line, (void)function, (void)condition;
  abort();
}

# shellcheck shell=bash disable=SC2034,SC2154
# Builds for arm64 on another processor, with nothing but Debian's packages: the compiler and the arm64 library of
# Swift are of Debian unstable, the C libraries of Debian 13, so that glibc 2.38 is enough. scripts/release sources it.
glibc=2_38

# shellcheck shell=bash disable=SC2034
# Functions shared by several scripts, which source this file.

checkout=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }
fail() { say "$*"; exit 1; }
# Used by tests, which print their findings.
failed() { printf 'failed: %s\n' "$*"; exit 1; }
project_version() { sed -n 's/.*static let version = "\(.*\)".*/\1/p' "$checkout/Sources/Outputs/Format/Generator.swift"; }

# Sets SOURCE_DATE_EPOCH to the time of the commit.
set_epoch() {
  [ -n "${SOURCE_DATE_EPOCH:-}" ] || SOURCE_DATE_EPOCH=$(git -C "$checkout" log -1 --format=%ct)
  export SOURCE_DATE_EPOCH
}

# copy_checkout FOLDER: copies the tracked files of this checkout, including uncommitted changes.
copy_checkout() {
  mkdir -p "$1"
  git -C "$checkout" ls-files -z | (cd "$checkout" && tar --null -T - --ignore-failed-read -cf -) | tar -xf - -C "$1"
}

# need COMMAND:PACKAGE...: fails with the install command for missing programs.
need() {
  local missing=() pair
  for pair in "$@"; do command -v "${pair%%:*}" >/dev/null 2>&1 || missing+=("${pair#*:}"); done
  [ ${#missing[@]} -eq 0 ] || fail "missing: run apt-get install ${missing[*]}"
}

# stage BINARY FOLDER ORIGIN: installs the command, its manual, completions and thumbnailers below FOLDER, as below a
# prefix; `wavethumb doctor` shows ORIGIN. WAVETHUMB_RUNNER runs a binary of another architecture.
stage() {
  local binary=$1 folder=$2 shell runner
  read -ra runner <<<"${WAVETHUMB_RUNNER:-}"
  install -D -m 755 "$binary" "$folder/bin/wavethumb"
  for shell in bash:bash-completion/completions/wavethumb zsh:zsh/site-functions/_wavethumb \
    fish:fish/vendor_completions.d/wavethumb.fish; do
    "${runner[@]}" "$binary" completions "${shell%%:*}" | put 644 "$folder/share/${shell#*:}"
  done
  "${runner[@]}" "$binary" manual | put 644 "$folder/share/man/man1/wavethumb.1"
  install -D -m 644 -t "$folder/share/thumbnailers" "$checkout"/scripts/package.d/*.thumbnailer
  echo "$3" | put 644 "$folder/share/wavethumb/origin"
}
put() { install -D -m "$1" /dev/stdin "$2"; } # MODE FILE: writes standard input to a file

# swift_tool NAME: prints the path of a program of the toolchain.
swift_tool() { printf '%s\n' "$(dirname "$(readlink -f "$(command -v swift)")")/$1"; }
swift_release() { swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9.]*\).*/\1/p' | head -n 1; }

# strip_binary FILE: strips the binary, including sections that depend on the build folder's path. Prefers the
# toolchain's llvm-objcopy: that of binutils drops the RELRO mark.
strip_binary() {
  local strip
  strip=$(swift_tool llvm-objcopy)
  [ -x "$strip" ] || strip=objcopy
  "$strip" --strip-unneeded --remove-section=.comment --remove-section=.swift_modhash "$1"
}

# The options of the linker: it exports no symbols, merges identical functions, makes relocated data read-only, and omits
# unwind tables, which Swift does not use.
link_options=(-z relro --no-export-dynamic --icf=safe --build-id=none --no-eh-frame-hdr
  -T "$checkout/scripts/release.d/no-unwinding.ld")
# The options of `swift build` for the command on any system. The loader does not look for libraries beside the binary.
portable_options=(-c release --static-swift-stdlib --disable-local-rpath -Xswiftc -use-ld=lld)
for option in "${link_options[@]}"; do portable_options+=(-Xlinker "$option"); done
# Packed relative relocations start faster, and need glibc 2.36.
build_options=("${portable_options[@]}" -Xlinker -z -Xlinker pack-relative-relocs)

# Prints the path of the static C++ library; fails if it is not installed.
cxx_archive() {
  local archive
  archive=$("$(swift_tool clang)" -print-file-name=libstdc++.a 2>/dev/null) && [ -e "$archive" ] &&
    printf '%s\n' "$archive"
}

# swift_build OPTION...: builds for this machine. The C++ library, which only Swift's runtime uses, is linked statically
# where it is installed: the command starts in two thirds of the time.
swift_build() {
  local archive static=()
  if archive=$(cxx_archive); then
    # The linker prefers a shared library in the same folder.
    mkdir -p "$checkout/.build/static"
    ln -sf "$archive" "$checkout/.build/static/"
    static=(-Xlinker "-L$checkout/.build/static" -Xlinker -l:libgcc_eh.a)
  fi
  swift build --package-path "$checkout" "${build_options[@]}" "${static[@]}" "$@"
}

# Builds for this machine and prints the path of the binary.
build_binary() {
  "$checkout/scripts/wavethumb" --version >/dev/null || return 1
  printf '%s\n' "$checkout/.build/release/wavethumb"
}

# isolated ROOT COMMAND...: runs a command in new mount and PID namespaces. If the name of ROOT begins with arm64-, qemu
# runs the programs.
isolated() {
  case ${1##*/} in
    arm64-*) container=lxc "$checkout/scripts/debian.d/emulate" "${@:2}" ;;
    *) unshare --mount --pid --fork --kill-child "${@:2}" ;;
  esac
}

# debian NAME SUITE PACKAGE...: prints the folder of a minimal Debian with these packages. If WAVETHUMB_DEBIANS (or else
# $work) has none of that name, debootstrap makes one, for arm64 if the name begins with arm64-.
debian() {
  local name=$1 suite=$2 root=${WAVETHUMB_DEBIANS:-$work}/$1 options=(--variant=minbase)
  shift 2
  if [ ! -e "$root.complete" ]; then
    [ "$(id -u)" -eq 0 ] && command -v debootstrap >/dev/null && command -v unshare >/dev/null || return 1
    [ "$name" = "${name#arm64-}" ] || options+=(--arch=arm64)
    mkdir -p "$root"
    [ -x "$root/usr/bin/apt-get" ] || isolated "$root" debootstrap "${options[@]}" "$suite" "$root" >"$root.log" 2>&1 || return 1
    cp /etc/resolv.conf "$root/etc/resolv.conf"
    [ $# -eq 0 ] || isolated "$root" sh -c 'mount -t proc proc "$1/proc"; root=$1; shift
      exec env DEBIAN_FRONTEND=noninteractive chroot "$root" apt-get -y --no-install-recommends install "$@"' \
      sh "$root" "$@" >"$root.log" 2>&1 || return 1
    touch "$root.complete"
  fi
  printf '%s\n' "$root"
}

# Prints the folder of a Debian unstable that builds wavethumb, its package and its tests.
swift_debian() {
  debian swift-unstable unstable swiftlang build-essential git python3 libsndfile1-dev libmpg123-dev libpng-dev pkgconf \
    debhelper lintian
}

# in_debian ROOT FOLDER: runs FOLDER/inside in that Debian, with FOLDER at /test; other writes are lost.
in_debian() {
  cp "$checkout"/scripts/debian.d/checking.sh "$2"
  isolated "$1" "$checkout/scripts/debian.d/enter" "$1" "$2"
}

# release_notes VERSION: prints the notes of a version in CHANGELOG.md; fails if there are none.
release_notes() {
  awk -v version="$1" '/^## / { inside = $2 == version; next } inside { print; found = 1 } END { exit !found }' \
    "$checkout/CHANGELOG.md"
}

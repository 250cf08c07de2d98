# shellcheck shell=bash disable=SC2034,SC2154
# Cross-compiles for arm64 with Debian's packages only: Swift's compiler and arm64 library are from Debian unstable, the
# C libraries from Debian 13, so that glibc 2.38 is enough. Sourced by scripts/release.

# Sets system, the root of an arm64 Debian 13 without programs, and compiler, a Debian unstable with Swift.
prepare_cross() {
  glibc=2_38
  compiler=$(swift_debian) || fail 'another architecture needs root, debootstrap and a mirror of Debian'
  need qemu-aarch64-static:qemu-user-static
  system=${WAVETHUMB_DEBIANS:-$work}/arm64
  [ -e "$system.complete" ] || make_system >&2
  export WAVETHUMB_RUNNER="qemu-aarch64-static -L $system"
  export WAVETHUMB_DEPENDS='libc6 (>= 2.38), libgcc-s1, libmpg123-0, libpng16-16, libsndfile1, libstdc++6'
}

# apt_get SUITE ARGUMENTS...: runs apt-get for arm64 with its own state in $work/SUITE, as if nothing were installed.
apt_get() {
  local suite=$1 folder=$work/$1 mirror option options=()
  shift
  mirror=$(sed -n 's/^deb \([^ ]*\) .*/\1/p' "$compiler/etc/apt/sources.list" | head -n 1)
  mkdir -p "$folder/state/lists/partial" "$folder/archives/partial"
  touch "$folder/status"
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $suite main" >"$folder/sources.list"
  for option in APT::Architecture=arm64 APT::Architectures=arm64 APT::Sandbox::User=root APT::Install-Recommends=no \
    Dir::Etc::sourcelist="$folder/sources.list" Dir::Etc::sourceparts=/dev/null Dir::Etc::preferencesparts=/dev/null \
    Dir::State="$folder/state" Dir::State::status="$folder/status" Dir::Cache="$folder" \
    Dir::Cache::archives="$folder/archives"; do
    options+=(-o "$option")
  done
  (cd "$folder/archives" && apt-get "${options[@]}" -qy "$@")
}

make_system() {
  local package name
  mkdir -p "$system/var/lib/dpkg/info" "$system/usr/lib"
  ln -sfn usr/lib "$system/lib"
  # The path below an SDK where the compiler looks for the start code.
  ln -sfn ../libexec/swift/lib/swift_static "$system/usr/lib/swift_static"
  apt_get trixie update
  apt_get trixie install --download-only libc6-dev libgcc-14-dev libstdc++-14-dev libsndfile1-dev libmpg123-dev libpng-dev
  for package in "$work"/trixie/archives/*.deb; do
    dpkg-deb -x "$package" "$system"
    name=$(dpkg-deb -f "$package" Package)
    { dpkg-deb -f "$package" | sed '/^Package:/a Status: install ok installed'; echo; } >>"$system/var/lib/dpkg/status"
    dpkg-deb --fsys-tarfile "$package" | tar -t | sed 's|^\./*|/|; s|\(.\)/$|\1|; s|^/$|/.|' \
      >"$system/var/lib/dpkg/info/$name.list"
  done
  apt_get unstable update
  apt_get unstable download "swiftlang=$(dpkg-query --admindir="$compiler/var/lib/dpkg" -W -f '${Version}' swiftlang)"
  dpkg-deb --fsys-tarfile "$work"/unstable/archives/swiftlang_*.deb |
    tar -x -C "$system" ./usr/libexec/swift/lib/{clang,swift,swift_static}
  # The build sees this root at /mnt.
  sed -i 's|^prefix=.*|prefix=/mnt/usr|' "$system"/usr/lib/aarch64-linux-gnu/pkgconfig/*.pc
  rm -r "$work/trixie" "$work/unstable"
  touch "$system.complete"
}

# Builds the sources (at /srv) within the compiler's Debian, and prints the path of the binary.
cross_build() {
  local tree=$work/cross
  copy_checkout "$tree"
  cat >"$tree/destination.json" <<'END'
{"version": 1, "sdk": "/mnt", "target": "aarch64-unknown-linux-gnu", "toolchain-bin-dir": "/usr/libexec/swift/bin",
 "dynamic-library-extension": "so", "extra-cc-flags": ["--sysroot=/mnt"], "extra-cpp-flags": [], "extra-swiftc-flags": [
  "-sdk", "/mnt", "-resource-dir", "/mnt/usr/libexec/swift/lib/swift_static", "-static-stdlib", "-use-ld=lld",
  "-tools-directory", "/usr/libexec/swift/bin", "-Xclang-linker", "--sysroot=/mnt"]}
END
  unshare --mount --pid --fork --kill-child sh -c '
    mount -t proc proc "$1/proc" && mount --bind "$2" "$1/mnt" && mount --bind "$3" "$1/srv"
    exec chroot "$1" env HOME=/srv PKG_CONFIG_PATH=/mnt/usr/lib/aarch64-linux-gnu/pkgconfig bash -c "
      cd /srv && source scripts/shared.sh && swift build --destination destination.json --product wavethumb \"\${build_options[@]}\""
    ' sh "$compiler" "$system" "$tree" >&2 || return 1
  printf '%s\n' "$tree/.build/release/wavethumb"
}

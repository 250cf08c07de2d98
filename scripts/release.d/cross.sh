# shellcheck shell=bash disable=SC2034,SC2154
# Cross-compiles for arm64 with Debian's packages only: Swift's compiler and arm64 library are from Debian unstable.
# Sourced by scripts/release after static.sh.

# Adds Swift's library for this architecture to $root, and sets compiler, a Debian unstable with Swift.
prepare_cross() {
  compiler=$(swift_debian) || fail 'another architecture needs root, debootstrap and a mirror of Debian'
  need qemu-aarch64-static:qemu-user-static
  [ -e "$root.swift" ] || add_swift >&2
  export WAVETHUMB_RUNNER=qemu-aarch64-static
  # That package needs nothing of the system.
  export WAVETHUMB_DEPENDS='libc6'
}

add_swift() {
  local version
  # The path below an SDK where the compiler looks for the start code.
  ln -sfn ../libexec/swift/lib/swift_static "$root/usr/lib/swift_static"
  version=$(dpkg-query --admindir="$compiler/var/lib/dpkg" -W -f '${Version}' swiftlang)
  apt "$runtime_suite" apt-get update
  (cd "$work/apt/$runtime_suite/archives" && apt "$runtime_suite" apt-get download "swiftlang=$version" "libswiftlang=$version")
  for package in "$work/apt/$runtime_suite"/archives/*swiftlang_*.deb; do
    dpkg-deb --fsys-tarfile "$package" | tar -x -C "$root" --wildcards './usr/libexec/swift/lib/*'
  done
  # The build sees this root at /mnt.
  sed -i 's|^prefix=.*|prefix=/mnt/usr|' "$root/usr/lib/$triplet"/pkgconfig/*.pc
  rm -r "$work/apt"
  touch "$root.swift"
}

# cross_build LIBRARIES: builds the sources (at /srv) within the compiler's Debian as a static executable, and prints its
# path.
cross_build() {
  local tree=$work/cross option
  copy_checkout "$tree"
  cp "$(linked_libraries "$1")" "$tree/libraries.o"
  # Not by --static-swift-stdlib, which would ask for a dynamic executable.
  root=/mnt set_static_options /srv/libraries.o
  {
    printf '{"version": 1, "sdk": "/mnt", "target": "aarch64-unknown-linux-gnu", "toolchain-bin-dir": "/usr/libexec/swift/bin",\n'
    printf ' "dynamic-library-extension": "so", "extra-cc-flags": ["--sysroot=/mnt"], "extra-cpp-flags": [], "extra-swiftc-flags": [\n'
    printf ' "-sdk", "/mnt", "-resource-dir", "/mnt/usr/libexec/swift/lib/swift_static",\n'
    printf ' "-tools-directory", "/usr/libexec/swift/bin"'
    for option in "${static_options[@]}"; do printf ', "%s"' "${option//$checkout//srv}"; done
    printf ']}\n'
  } >"$tree/destination.json"
  unshare --mount --pid --fork --kill-child sh -c '
    mount -t proc proc "$1/proc" && mount --bind "$2" "$1/mnt" && mount --bind "$3" "$1/srv"
    exec chroot "$1" env HOME=/srv PKG_CONFIG_PATH=/mnt/usr/lib/aarch64-linux-gnu/pkgconfig \
      swift build --package-path /srv --destination /srv/destination.json --product wavethumb -c release --disable-local-rpath
    ' sh "$compiler" "$root" "$tree" >&2 || return 1
  printf '%s\n' "$tree/.build/release/wavethumb"
}

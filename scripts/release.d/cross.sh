# shellcheck shell=bash disable=SC2034,SC2154
# Cross-compiles for arm64 with Debian's packages only: Swift's compiler and arm64 library are from Debian unstable.
# Sourced by scripts/release after oldest.sh.

# Adds Swift's library and newer headers to the root $oldest, and sets compiler, a Debian unstable with Swift.
prepare_cross() {
  compiler=$(swift_debian) || fail 'another architecture needs root, debootstrap and a mirror of Debian'
  need qemu-aarch64-static:qemu-user-static
  [ -e "$oldest.swift" ] || add_swift >&2
  export WAVETHUMB_RUNNER="qemu-aarch64-static -L $oldest"
  export WAVETHUMB_DEPENDS='libc6 (>= 2.31), libgcc-s1, libmpg123-0, libpng16-16, libsndfile1, libstdc++6'
}

add_swift() {
  local package
  # The path below an SDK where the compiler looks for the start code.
  ln -sfn ../libexec/swift/lib/swift_static "$oldest/usr/lib/swift_static"
  apt_get unstable update
  apt_get unstable download "swiftlang=$(dpkg-query --admindir="$compiler/var/lib/dpkg" -W -f '${Version}' swiftlang)"
  dpkg-deb --fsys-tarfile "$work"/unstable/archives/swiftlang_*.deb |
    tar -x -C "$oldest" ./usr/libexec/swift/lib/{clang,swift,swift_static}
  # The headers of Debian 11 lack numbers of system calls; what is compiled with newer ones is linked with it on x86-64, too.
  apt_get bookworm update
  apt_get bookworm download libc6-dev linux-libc-dev
  for package in "$work"/bookworm/archives/*.deb; do
    dpkg-deb --fsys-tarfile "$package" | tar -x -C "$oldest" ./usr/include
  done
  # The build sees this root at /mnt.
  sed -i 's|^prefix=.*|prefix=/mnt/usr|' "$oldest/usr/lib/$triplet"/pkgconfig/*.pc
  rm -r "$work/unstable" "$work/bookworm"
  touch "$oldest.swift"
}

# Builds the sources (at /srv) within the compiler's Debian, and prints the path of the binary.
cross_build() {
  local tree=$work/cross
  copy_checkout "$tree"
  oldest_shims >/dev/null
  cat >"$tree/destination.json" <<'END'
{"version": 1, "sdk": "/mnt", "target": "aarch64-unknown-linux-gnu", "toolchain-bin-dir": "/usr/libexec/swift/bin",
 "dynamic-library-extension": "so", "extra-cc-flags": ["--sysroot=/mnt"], "extra-cpp-flags": [], "extra-swiftc-flags": [
  "-sdk", "/mnt", "-resource-dir", "/mnt/usr/libexec/swift/lib/swift_static", "-static-stdlib", "-use-ld=lld",
  "-tools-directory", "/usr/libexec/swift/bin", "-Xclang-linker", "--sysroot=/mnt"]}
END
  unshare --mount --pid --fork --kill-child sh -c '
    mount -t proc proc "$1/proc" && mount --bind "$2" "$1/mnt" && mount --bind "$3" "$1/srv"
    exec chroot "$1" env HOME=/srv PKG_CONFIG_PATH=/mnt/usr/lib/aarch64-linux-gnu/pkgconfig bash -c "
      cd /srv && source scripts/shared.sh && swift build --destination destination.json --product wavethumb \"\${portable_options[@]}\" -Xlinker /mnt/shims.o"
    ' sh "$compiler" "$oldest" "$tree" >&2 || return 1
  printf '%s\n' "$tree/.build/release/wavethumb"
}

# shellcheck shell=bash disable=SC2034,SC2154
# Links one executable that needs no library of a system: glibc, the C++ library, Swift's runtime and the C libraries are
# in it, from archives that are unpacked into a folder without root. The codecs are those of Debian 12 on every architecture,
# so that pictures are alike; glibc and the C++ library are of the compiler's Debian. libsndfile and libmpg123, of which Debian
# has no archives, are built from its sources. Sourced by scripts/release.

# Sets root, a folder with the archives and headers for this architecture.
prepare_static() {
  need gcc:gcc make:make patch:patch autoreconf:autoconf automake:automake libtoolize:libtool pkg-config:pkgconf
  triplet=$(dpkg-architecture -a"$architecture" -q DEB_HOST_MULTIARCH)
  # Swift for another architecture is that of Debian unstable.
  runtime_suite=bookworm compile=gcc
  if [ "$architecture" != "$(dpkg --print-architecture)" ]; then
    runtime_suite=unstable
    # GCC for another architecture would find the headers and libraries of its own packages first.
    compile="$(swift_tool clang) --target=$triplet -fuse-ld=lld"
  fi
  root=${WAVETHUMB_DEBIANS:-$work}/static-$architecture
  [ -e "$root.complete" ] || make_root >&2
}

# apt SUITE TOOL ARGUMENTS...: runs apt-get or apt-cache for the architecture with a state of its own, as if nothing were
# installed.
apt() {
  local suite=$1 tool=$2 folder=$work/apt/$1 option options=() mirror
  shift 2
  # Where this system gets its packages.
  mirror=${WAVETHUMB_MIRROR:-$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -m 1 '/debian/$')}
  [ -n "$mirror" ] || fail 'apt knows no mirror of Debian here; WAVETHUMB_MIRROR names one'
  mkdir -p "$folder/state/lists/partial" "$folder/archives/partial"
  touch "$folder/status"
  for option in deb deb-src; do
    option+=' [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]'
    echo "$option $mirror $suite main"
    [ "$suite" = unstable ] || echo "$option ${mirror%/}-security $suite-security main"
  done >"$folder/sources.list"
  for option in APT::Architecture="$architecture" APT::Architectures="$architecture" APT::Sandbox::User=root \
    APT::Install-Recommends=no Dir::Etc::sourcelist="$folder/sources.list" Dir::Etc::sourceparts=/dev/null \
    Dir::Etc::preferencesparts=/dev/null Dir::State="$folder/state" Dir::State::status="$folder/status" \
    Dir::Cache="$folder" Dir::Cache::archives="$folder/archives"; do
    options+=(-o "$option")
  done
  "$tool" "${options[@]}" -q "$@"
}

make_root() {
  local package link target gcc source
  rm -rf "$root"
  mkdir -p "$root/var/lib/dpkg" "$root/sources"
  apt bookworm apt-get update
  [ "$runtime_suite" = bookworm ] || apt "$runtime_suite" apt-get update
  gcc=$(apt "$runtime_suite" apt-cache depends g++ | sed -n 's/.* g++-\([0-9]*\)$/\1/p' | head -n 1)
  (cd "$work/apt/$runtime_suite/archives" && apt "$runtime_suite" apt-get download libc6 libc6-dev linux-libc-dev libcrypt-dev \
    libgcc-s1 "gcc-$gcc-base" "libgcc-$gcc-dev" "libstdc++-$gcc-dev")
  (cd "$work/apt/bookworm/archives" && apt bookworm apt-get download libflac-dev libmpg123-dev libogg-dev libopus-dev \
    libpng-dev libsndfile1-dev libvorbis-dev zlib1g-dev)
  for package in "$work"/apt/*/archives/*.deb; do
    dpkg-deb -x "$package" "$root"
    { dpkg-deb -f "$package" | sed '/^Package:/a Status: install ok installed'; echo; } >>"$root/var/lib/dpkg/status"
  done
  # Newer Debians have this link in a package of its own.
  [ -e "$root/lib" ] || ln -s usr/lib "$root/lib"
  # Links to absolute paths would lead to libraries of this system.
  find "$root" -lname '/*' -printf '%p\t%l\n' | while IFS=$'\t' read -r link target; do
    ln -sfnr "$root$target" "$link"
  done
  # Only the archives of these libraries are there; the linker would prefer the shared ones.
  find "$root/usr/lib/$triplet" -xtype l -name 'lib*.so' -delete
  # A release offers the sources of all that is under the LGPL. Some mirrors lack the signatures of the authors; apt
  # checks what it gets against Debian's.
  (cd "$root/sources" && apt bookworm apt-get source --download-only mpg123 libsndfile) || say 'not all signatures of sources were found'
  (cd "$root/sources" && apt "$runtime_suite" apt-get source --download-only glibc) || say 'not all signatures of sources were found'
  for source in mpg123 libsndfile glibc; do
    for package in "$root/sources/${source}"_*.debian.tar.xz; do
      [ -e "$package" ] || say "the mirror lacks the sources of $source, which a release has to offer"
    done
  done
  build_library mpg123 --enable-lfs-alias --disable-components --enable-libmpg123
  # Without libsndfile's own MPEG decoder: files of that kind go to libmpg123.
  build_library libsndfile --disable-mpeg --disable-full-suite --disable-alsa --disable-sqlite
  # Its configure goes on without FLAC, Vorbis and Opus where it does not find one of them.
  [[ $(nm "$root/usr/lib/$triplet/libsndfile.a") = *' U FLAC__stream_decoder_new'* ]] || fail 'libsndfile was built without FLAC'
  rm -r "$work/apt"
  touch "$root.complete"
}

# build_library SOURCE OPTION...: builds the archive of a library as Debian does its shared one.
build_library() {
  local source=$1 folder=$work/sources/$1 patch flags
  shift
  mkdir -p "$folder"
  tar -xf "$(echo "$root/sources/${source}"_*.orig.tar.*[!c])" -C "$folder" --strip-components=1
  tar -xf "$(echo "$root/sources/${source}"_*.debian.tar.xz)" -C "$folder"
  (
    cd "$folder"
    while read -r patch; do
      case $patch in '' | '#'*) ;; *) patch -sp1 <"debian/patches/$patch" ;; esac
    done <debian/patches/series
    export DEB_BUILD_MAINT_OPTIONS=hardening=+all DEB_HOST_ARCH=$architecture
    for flags in CFLAGS CPPFLAGS LDFLAGS; do export "$flags=$(dpkg-buildflags --get "$flags")"; done
    export CC="$compile --sysroot=$root"
    export PKG_CONFIG=pkg-config PKG_CONFIG_SYSROOT_DIR=$root PKG_CONFIG_LIBDIR=$root/usr/lib/$triplet/pkgconfig
    [ -x configure ] || autoreconf -fi
    # As for another machine, since programs for this root do not run here.
    ./configure --build="${triplet%%-*}-build-linux-gnu" --host="$triplet" --prefix=/usr --libdir="/usr/lib/$triplet" \
      --enable-static --disable-shared "$@"
    # Headers are those of the packages.
    make -j "$(nproc)" "DESTDIR=$root" install-libLTLIBRARIES
  ) >"$work/log" 2>&1 &
  # Behind || the subshell itself would go on after a failure.
  wait $! || { tail -n 20 "$work/log" >&2; fail "$source could not be built"; }
  rm -r "$folder"
}

# linked_libraries LIBRARIES: compiles the line that `wavethumb doctor` shows, from the list of libraries, and prints the
# path of the object.
linked_libraries() {
  local text
  text=$(awk -F'\t' '{ printf "%s%s %s", separator, $1, $3; separator = ", " }' "$1")
  printf 'const char *sandbox_linked_libraries(void) { return "%s"; }\n' "$text" |
    $compile --sysroot="$root" -x c -O2 -fPIC -c -o "$work/libraries.o" -
  printf '%s\n' "$work/libraries.o"
}

# Sets static_options, with which swiftc links the executable.
set_static_options() { # LIBRARIES.o
  local option
  static_options=(-static-executable -use-ld=lld -Xclang-linker -static-pie -Xclang-linker "--sysroot=$root" "$1")
  for option in sndfile mpg123 FLAC vorbisenc vorbis opus ogg png16 z; do static_options+=("-l$option"); done
  for option in "${link_options[@]}" -z now -z pack-relative-relocs --gc-sections --defsym main=Command_main; do
    static_options+=(-Xlinker "$option")
  done
}

# link_static BINARY LIBRARIES: links the objects beside a release build for this machine again, and prints the path of the
# executable.
link_static() {
  local objects
  objects=$(dirname "$1")/wavethumb.product/Objects.LinkFileList
  [ -e "$objects" ] || fail "$1 has no objects beside it, which are linked again"
  set_static_options "$(linked_libraries "$2")"
  swiftc -emit-executable -o "$work/wavethumb" "@$objects" "${static_options[@]}" >&2 || return 1
  printf '%s\n' "$work/wavethumb"
}

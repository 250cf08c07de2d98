# shellcheck shell=bash disable=SC2034,SC2154
# Links for glibc 2.31, which is that of Debian 11: without root, in a folder with the packages of a Debian 11 unpacked.
# libsndfile, libmpg123 and libFLAC of Debian 12 need a newer one, and are built there from its sources; the other
# libraries of Debian 12 are taken as they are. Sourced by scripts/release.

# Sets oldest, a root for this architecture without programs, whose libraries need glibc 2.31 at most.
prepare_oldest() {
  glibc=2_31
  need gcc:gcc make:make patch:patch autoreconf:autoconf automake:automake libtoolize:libtool pkg-config:pkgconf
  triplet=$(dpkg-architecture -a"$architecture" -q DEB_HOST_MULTIARCH)
  compile="gcc"
  # GCC for another architecture would find the headers and libraries of its own packages first.
  [ "$architecture" = "$(dpkg --print-architecture)" ] || compile="$(swift_tool clang) --target=$triplet -fuse-ld=lld"
  oldest=${WAVETHUMB_DEBIANS:-$work}/oldest-$architecture
  [ -e "$oldest.complete" ] || make_oldest >&2
}

# apt_get SUITE ARGUMENTS...: runs apt-get for the architecture with its own state in $work/SUITE, as if nothing were
# installed.
apt_get() {
  local suite=$1 folder=$work/$1 mirror=${WAVETHUMB_MIRROR:-http://deb.debian.org} option options=()
  shift
  mkdir -p "$folder/state/lists/partial" "$folder/archives/partial"
  touch "$folder/status"
  for option in deb deb-src; do
    option+=' [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]'
    echo "$option $mirror/debian $suite main"
    # What is only linked against needs no fixes.
    [ "$suite" != bookworm ] || echo "$option $mirror/debian-security $suite-security main"
  done >"$folder/sources.list"
  # The lists of an archived suite have expired; their signature is checked all the same.
  for option in Acquire::Check-Valid-Until=false APT::Architecture="$architecture" APT::Architectures="$architecture" APT::Sandbox::User=root \
    APT::Install-Recommends=no Dir::Etc::sourcelist="$folder/sources.list" Dir::Etc::sourceparts=/dev/null \
    Dir::Etc::preferencesparts=/dev/null Dir::State="$folder/state" Dir::State::status="$folder/status" \
    Dir::Cache="$folder" Dir::Cache::archives="$folder/archives"; do
    options+=(-o "$option")
  done
  (cd "$folder/archives" && apt-get "${options[@]}" -qy "$@")
}

# unpack ROOT PACKAGE.deb...: unpacks packages without running anything of them, and lists them as installed.
unpack() {
  local root=$1 package name link target
  shift
  mkdir -p "$root/var/lib/dpkg/info"
  for package in "$@"; do
    dpkg-deb -x "$package" "$root"
    name=$(dpkg-deb -f "$package" Package)
    { dpkg-deb -f "$package" | sed '/^Package:/a Status: install ok installed'; echo; } >>"$root/var/lib/dpkg/status"
    dpkg-deb --fsys-tarfile "$package" | tar -t | sed 's|^\./*|/|; s|\(.\)/$|\1|; s|^/$|/.|' \
      >"$root/var/lib/dpkg/info/$name.list"
  done
  # Links to absolute paths would lead to libraries of this system.
  find "$root" -lname '/*' -printf '%p\t%l\n' | while IFS=$'\t' read -r link target; do
    ln -sfnr "$root$target" "$link"
  done
}

make_oldest() {
  rm -rf "$oldest"
  apt_get bullseye update
  apt_get bullseye download libc6 libc6-dev linux-libc-dev libcrypt1 libcrypt-dev libgcc-10-dev libgcc-s1 libstdc++-10-dev
  apt_get bookworm update
  apt_get bookworm download libflac12 libflac-dev libmp3lame0 libmp3lame-dev libmpg123-0 libmpg123-dev libogg0 libogg-dev \
    libopus0 libopus-dev libpng16-16 libpng-dev libsndfile1 libsndfile1-dev libvorbis0a libvorbisenc2 libvorbis-dev zlib1g \
    zlib1g-dev
  unpack "$oldest" "$work"/{bullseye,bookworm}/archives/*.deb
  # Some mirrors lack the signatures of the authors; apt checks what it gets against Debian's.
  apt_get bookworm source --download-only flac mpg123 libsndfile || say 'not all signatures of sources were found'
  # Without its place, flac looks for headers in /usr/include.
  build_library flac libFLAC --with-ogg="$oldest/usr" --disable-cpplibs --disable-programs --disable-examples --disable-doxygen-docs
  build_library mpg123 libmpg123 --enable-lfs-alias --disable-components --enable-libmpg123
  build_library libsndfile libsndfile --disable-full-suite --disable-alsa --disable-sqlite
  rm -r "$work/bullseye" "$work/bookworm" "$work/sources"
  touch "$oldest.complete"
}

needed() { readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | sort; } # BINARY

# build_library SOURCE NAME OPTION...: builds a library of Debian 12 as Debian does, but with this root.
build_library() {
  local source=$1 name=$2 archives=$work/bookworm/archives folder=$work/sources/$1 needed file patch
  shift 2
  needed=$(needed "$(echo "$oldest/usr/lib/$triplet/$name".so.*.*.*)")
  mkdir -p "$folder"
  tar -xf "$(echo "$archives/${source}"_*.orig.tar.*[!c])" -C "$folder" --strip-components=1
  tar -xf "$(echo "$archives/${source}"_*.debian.tar.xz)" -C "$folder"
  (
    cd "$folder"
    while read -r patch; do
      case $patch in '' | '#'*) ;; *) patch -sp1 <"debian/patches/$patch" ;; esac
    done <debian/patches/series
    export DEB_BUILD_MAINT_OPTIONS=hardening=+all DEB_HOST_ARCH=$architecture
    for file in CFLAGS CPPFLAGS LDFLAGS; do export "$file=$(dpkg-buildflags --get "$file")"; done
    # A build ID is a digest of paths, too.
    LDFLAGS+=' -Wl,--build-id=none'
    export CC="$compile --sysroot=$oldest"
    export PKG_CONFIG=pkg-config PKG_CONFIG_SYSROOT_DIR=$oldest PKG_CONFIG_LIBDIR=$oldest/usr/lib/$triplet/pkgconfig
    [ -x configure ] || autoreconf -fi
    # As for another machine, since programs for this root do not run here.
    ./configure --build="${triplet%%-*}-build-linux-gnu" --host="$triplet" --prefix=/usr \
      --libdir="/usr/lib/$triplet" --disable-static --enable-shared "$@"
    # libFLAC has a folder of its own.
    [ ! -d "src/$name" ] || [ ! -e "src/$name/Makefile" ] || cd "src/$name"
    # Headers are those of the packages.
    make -j "$(nproc)" "DESTDIR=$oldest" install-libLTLIBRARIES
  ) >"$work/log" 2>&1 &
  # Behind || the subshell itself would go on after a failure.
  wait $! || { tail -n 20 "$work/log" >&2; fail "$source could not be built"; }
  file=$(readlink -e "$oldest/usr/lib/$triplet/$name.so")
  strip_binary "$file"
  [ "$(needed "$file")" = "$needed" ] || fail "$name was built without some of its libraries: $(needed "$file")"
}

# oldest_shims: compiles what the runtime of Swift and GCC's C++ library expect of a newer glibc, and prints the object.
oldest_shims() {
  $compile --sysroot="$oldest" -O2 -fPIC -c -o "$oldest/shims.o" "$checkout/scripts/release.d/shims.c"
  printf '%s\n' "$oldest/shims.o"
}

# link_oldest BINARY: links the objects of a release build for this machine again, and prints the path of the binary.
link_oldest() {
  local list option archive options=()
  list=$(dirname "$1")/wavethumb.product/Objects.LinkFileList
  [ -e "$list" ] || fail "$1 has no objects beside it, which are linked for glibc 2.31"
  for option in "${link_options[@]}" --gc-sections --defsym main=Command_main; do options+=(-Xlinker "$option"); done
  mkdir -p "$work/static"
  archive=$(cxx_archive) || fail 'missing: run apt-get install libstdc++-12-dev'
  ln -sf "$archive" "$work/static/"
  swiftc -emit-executable -static-stdlib -use-ld=lld -Xlinker --as-needed -Xclang-linker "--sysroot=$oldest" \
    -o "$work/wavethumb" "@$list" "$(oldest_shims)" "-L$work/static" -Xlinker -l:libgcc_eh.a -lsndfile -lmpg123 -lpng16 -lpthread -ldl \
    "${options[@]}" >&2 || return 1
  printf '%s\n' "$work/wavethumb"
}

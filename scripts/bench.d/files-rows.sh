# shellcheck shell=bash
# Rows: many small files, unchanged files, the sandbox.

# 20,000 WAVs of one frame, by processor time: bare libsndfile, then bare libpng with file writes, sequentially.
bench_tiny() {
  rm -rf "$work/tiny20k" && mkdir "$work/tiny20k" && cp -al "$inputs"/tiny/album\ 0[01]? "$work/tiny20k/"
  "$ours" scan "$work/tiny20k" --output "$work/tiny-pictures" --no-cache -q
  mapfile -t pictures < <(find "$work/tiny-pictures" -name '*.png')
  our_scan fresh "$work/tiny20k" --no-cache
  mapfile -t files < <(find "$work/tiny20k" -name '*.wav')
  peer fresh xargs -a "$work/tiny.list" -d '\n' "$work/floor" "$jobs"
  printf '%s\n' "${files[@]}" >"$work/tiny.list"
  interleave
  local one decode encode
  one=$(column "$work/ours" 2)
  decode=$(column "$work/peer" 2)
  printf '%s\n' "${pictures[@]:0:5000}" >"$work/tiny.list"
  peer fresh itself "$work/pixels" write '{result}' "$jobs" "$work/peer-out" "${pictures[@]:0:5000}"
  interleave
  encode=$(calc "$(column "$work/peer" 2) * ${#pictures[@]} / 5000")
  print_row tiny "20,000 tiny WAVs, processor time against bare libraries" "$(printf '%.2f s' "$one")" \
    "$(printf '%.2f s' "$(calc "$decode + $encode")")" "$(printf '%.2f' "$(calc "$one / ($decode + $encode)")")" '<= 0.70'
}
bench_six_styles() {
  mkdir -p "$work/ten"
  [ -e "$work/ten/ten.flac" ] || cut_ten
  our_scan fresh "$work/ten" --no-cache --style all --scale 1 --scale 2
  peer_scan fresh "$work/ten" --no-cache
  compare six-styles "six styles at two scales of a 10-minute FLAC, against one" '<= 1.25'
}
cut_ten() { sox -R "$inputs/source.wav" "$work/ten/ten.flac" trim 0 600; }

# All kinds of real recordings in the folder BENCH_LIBRARY, by processor time. Failures of odd files do not count.
bench_odd() {
  local library=${BENCH_LIBRARY:-}
  if [ ! -d "$library" ] || ! have ffmpeg; then say_skip odd "it needs ffmpeg, and a folder in BENCH_LIBRARY"; return; fi
  # shellcheck disable=SC2016
  local ignoring=(bash -c '"$@" || true' -)
  our_scan fresh "$library" --no-cache --style all --ffmpeg --page
  ours_command=("${ignoring[@]}" "${ours_command[@]}")
  find "$library" -type f -regextype egrep -iregex '.*\.(mp3|flac|ogg|oga|opus|wav|aiff?)' >"$work/odd.list"
  find "$library" -type f -regextype egrep -iregex '.*\.(m4a|mp4|aac|wma|mka|webm|ape|wv|amr)' >"$work/odd-ffmpeg.list"
  # shellcheck disable=SC2016
  peer : "${ignoring[@]}" sh -c 'xargs -a "$1/odd.list" -d "\n" "$1/floor" "$2"
    xargs -a "$1/odd-ffmpeg.list" -d "\n" -P "$2" -I{} ffmpeg -v error -nostdin -i {} -vn -f null -' - "$work" "$jobs"
  local runs=1 one other
  interleave
  one=$(column "$work/ours" 2)
  other=$(column "$work/peer" 2)
  print_row odd "odd files in six styles, processor time against bare decoding" "$(printf '%.2f s' "$one")" \
    "$(printf '%.2f s' "$other")" \
    "$(printf '%.2f' "$(calc "$one / $other")")" '<= 1.50'
}

# Eight consecutive shards each cost a process start and a crawl more than one scan; by processor time.
parts() {
  local name=$1 library=$2 what=$3
  # shellcheck disable=SC2016
  our fresh bash -c 'for part in 1 2 3 4 5 6 7 8; do "$@" --shard "$part/8"; done' - \
    "$ours" scan "$library" --output "$work/out" --no-cache -q
  peer_scan fresh "$library" --no-cache
  interleave
  print_row "$name" "$what" "$(column "$work/ours" 2) s" "$(column "$work/peer" 2) s" \
    "$(printf '%.3f' "$(calc "$(column "$work/ours" 2) / $(column "$work/peer" 2)")")" '<= 1.10'
}
bench_parts_short() {
  rm -rf "$work/tiny20k" && mkdir "$work/tiny20k" && cp -al "$inputs"/tiny/album\ 0[01]? "$work/tiny20k/"
  parts parts-short "$work/tiny20k" "eight parts of 20,000 tiny WAVs, against one scan"
}
bench_parts_long() { parts parts-long "$inputs/talks" "eight parts of 200 MP3s of 3 minutes, against one scan"; }

bench_unchanged() {
  local library=$inputs/tiny
  our_scan : "$library" --cache "$work/cache"
  fresh
  say "the first scan of 100,000 files"
  "${ours_command[@]}"
  # Files modified within the last two seconds are read again.
  sleep 2
  "${ours_command[@]}"
  peer : find "$library" -type f -printf '%s %T@ %p\n'
  compare unchanged "100,000 unchanged files, against find -printf" '<= 1.25'
}

# The start of the program: processor time of a hundred runs, without that of starting as many empty programs.
bench_version() {
  # shellcheck disable=SC2016
  local hundred=(bash -c 'for n in {1..100}; do "$@" >/dev/null; done' -)
  our : "${hundred[@]}" "$ours" --version
  peer : "${hundred[@]}" /bin/true
  interleave
  local one other
  one=$(column "$work/ours" 2)
  other=$(column "$work/peer" 2)
  print_row version "ms of processor time of --version" "$(printf '%.2f s' "$one")" "$(printf '%.2f s' "$other")" \
    "$(printf '%.1f' "$(calc "($one - $other) * 10")")" '<= 3.0'
}

bench_short() {
  make_pictures
  our_scan fresh "$inputs/short" --no-cache --jobs 1
  ours_command=(taskset -c 0 "${ours_command[@]}")
  peer fresh taskset -c 0 "$work/floor" 1 "$inputs"/short/*.wav
  interleave
  local one decode encode draw
  one=$(column "$work/ours" 2)
  decode=$(column "$work/peer" 2)
  peer fresh itself taskset -c 0 "$work/pixels" write '{result}' 1 "$work/peer-out" "${pictures[@]}"
  interleave
  one=$(printf '%s\n' "$one" "$(column "$work/ours" 2)" | sort -g | head -1)
  encode=$(column "$work/peer" 2)
  draw=$("$micro" draw)
  local each
  each=$(printf '%.3f' "$(calc "($one - $decode - $encode) / 5000 * 1000 - $draw / 1000")")
  print_row short "ms of overhead a half-second WAV, one core" "$(printf '%.3f s' "$one")" \
    "$(printf '%.3f s' "$(calc "$decode + $encode + $draw * 5000 / 1e6")")" "$each" '<= 0.3'
}

# Creating 1,000 files on ext4 takes 0.02 to 0.3 s, depending on recent deletions. Output goes to a RAM disk, since only
# the cost of isolation is measured here.
isolation() {
  # A turn takes less than half a second, so more turns reduce the noise.
  local out=$memory/out runs=$((3 * runs))
  our_scan empty_memory "$work/thousand" --no-cache --isolation "$1" --output "$out"
  peer_scan empty_memory "$work/thousand" --no-cache --isolation off --output "$out"
  compare "isolation-$1" "1,000 short files, against --isolation off" '<= 1.10'
}
empty_memory() { rm -rf "$memory/out"; }
thousand() {
  mkdir -p "$work/thousand"
  local files=("$inputs"/short/*.wav)
  ln -f "${files[@]:0:1000}" "$work/thousand"
}
bench_isolation_require() { thousand; isolation require; }
bench_isolation_auto() { thousand; isolation auto; }

# shellcheck shell=bash
# Rows: the cost of --analyze, and the speed of other loudness meters. Sourced by scripts/bench.

# analyzed NAME FOLDER GOAL: a scan with --analyze against one without.
analyzed() {
  our_scan fresh "$2" --no-cache --analyze
  peer_scan fresh "$2" --no-cache
  compare "analyze-$1" "scan --analyze, against a scan without" "$3"
}

# Runs the peer on all processors, each with its own files.
analyze_peer() {
  local name=$1 files
  shift
  our_scan fresh "$inputs/flac" --no-cache --analyze
  mapfile -t files < <(ls -S "$inputs/flac"/*.flac)
  # shellcheck disable=SC2016
  peer : bash -c 'jobs=$1 peer=$2; shift 2; printf "%s\0" "$@" | xargs -0 -P "$jobs" -I{} sh -c "$peer" {}' \
    peer "$jobs" "$*" "${files[@]}"
  compare "analyze-$name" "scan --analyze of FLAC, against $name" '<= 0.20'
}

# Copies FLAC files to a folder, with a checksum of zeros, which declares none.
without_checksums() {
  rm -rf "$1"
  mkdir -p "$1"
  local file
  for file in "${@:2}"; do
    cp "$file" "$1"
    dd if=/dev/zero of="$1/${file##*/}" bs=1 seek=26 count=16 conv=notrunc status=none
  done
}

# A digest by MD5 has no faster way than its own: it takes half as long as decoding. So a file that declares one is
# compared with the tool that does no more than decode and check it, both on one processor.
checked_flac() {
  local files=("$inputs/flac"/*.flac)
  without_checksums "$work/unsigned" "${files[@]}"
  analyzed flac "$work/unsigned" '<= 1.20'
  if have flac; then
    our_scan fresh "$inputs/flac" --no-cache --analyze --jobs 1
    peer : flac -s -t "${files[@]}"
    compare analyze-checksum "scan --analyze of FLAC with checksums, against flac -t" '<= 1.30'
  else
    say_skip analyze-checksum "it needs flac (apt-get install flac)"
  fi
}

bench_analyze() {
  analyzed mp3 "$inputs/mp3" '<= 1.10'
  analyzed ogg "$inputs/ogg" '<= 1.10'
  analyzed opus "$inputs/opus" '<= 1.10'
  checked_flac
  analyzed wav "$inputs/long/wav" '<= 2.00'
  if have ffmpeg; then
    # shellcheck disable=SC2016
    analyze_peer ffmpeg 'ffmpeg -v error -nostdin -i "$0" -af ebur128=peak=true,astats -f null -'
  else
    say_skip analyze-ffmpeg "it needs ffmpeg (apt-get install ffmpeg)"
  fi
  if have loudgain; then
    # shellcheck disable=SC2016
    analyze_peer loudgain 'loudgain -q "$0"'
  else
    say_skip analyze-loudgain "it needs loudgain (apt-get install loudgain)"
  fi
}

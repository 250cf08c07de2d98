# shellcheck shell=bash
# Rows: peak memory.

# peaks NAME WHAT LIMIT COMMAND…: prints the peak memory of the command itself and of its largest worker, in MiB.
peaks() {
  "$work/measure" -m "$work/one" "${@:4}" </dev/null >"$work/log" 2>&1
  local own worker
  read -r own worker <"$work/one"
  own=$(printf '%.1f' "$(calc "$own / 1024")")
  worker=$(printf '%.1f' "$(calc "$worker / 1024")")
  print_row "$1" "$2: MiB of parent, of a worker" "$own" "$worker" "$(printf '%s\n' "$own" "$worker" | sort -g | tail -1)" "$3"
}
scan_peaks() {
  mapfile -d '' -t ours_command < <(scan "$4" --cache "$work/cache-$1")
  rm -rf "$work/out" "$work/cache-$1"
  peaks "memory-$1" "$2, first scan" "$3" "${ours_command[@]}"
  sleep 2
  "${ours_command[@]}"
  peaks "memory-$1" "$2, unchanged" "$3" "${ours_command[@]}"
  rm -rf "$work/cache-$1"
}
bench_memory_bomb() {
  fresh
  mapfile -d '' -t ours_command < <(scan "$inputs/bomb" --no-cache)
  peaks memory-bomb "an hour of silence in a small FLAC" '<= 64' "${ours_command[@]}"
}
bench_memory_10k() {
  rm -rf "$work/tiny10k" && mkdir "$work/tiny10k" && cp -al "$inputs"/tiny/album\ 00? "$work/tiny10k/"
  scan_peaks 10k "10,000 files" '<= 64' "$work/tiny10k"
}
bench_memory_100k() { scan_peaks 100k "100,000 files" '<= 256' "$inputs/tiny"; }
# Ten hours of split 16-bit stereo points: 50 MB.
bench_memory_points() {
  local hours=$inputs/ten-hours.flac
  if ! [ -e "$hours" ]; then
    say "making ten hours of FLAC"
    for _ in {1..10}; do tail -c +45 "$inputs/source.wav"; done |
      flac -s -0 --endian=little --sign=signed --channels=2 --bps=16 --sample-rate=44100 -o "$hours.tmp" - &&
      mv "$hours.tmp" "$hours"
  fi
  peaks memory-points "dat of 10 h of stereo, split, 16 bits, zoom 256" '<= 64' \
    "$ours" render "$hours" -o "$work/ten-hours.dat" --zoom 256 --bits 16 --channels split --no-cache -q
}

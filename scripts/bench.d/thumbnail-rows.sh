# shellcheck shell=bash
# Rows: thumbnails of long recordings, which decode only a part.

# thumbnail NAME FILE WHAT SECONDS: measures the processor time of one thumbnail without a cache.
thumbnail() {
  rm -f "$work/warm" "$work/ours"
  local i cpu
  turn "$work/warm" : "$ours" thumbnail --size 256 "$2" "$work/thumbnail.png"
  for ((i = 0; i < runs; i++)); do
    turn "$work/ours" : "$ours" thumbnail --size 256 "$2" "$work/thumbnail.png"
  done
  cpu=$(printf '%.2f' "$(column "$work/ours" 2)")
  print_row "$1" "thumbnail of $3, processor seconds" "$cpu s" - "$cpu" "<= $4"
}

# three_hours FILE INPUT: writes the same hour three times, as one stream.
three_hours() {
  [ -e "$1" ] || ffmpeg -v error -y -stream_loop 2 -i "$2" -c copy "$work/three.${1##*.}"
  [ -e "$1" ] || mv "$work/three.${1##*.}" "$1"
}

bench_thumbnail_mp3() { thumbnail thumbnail-mp3 "$inputs/long/mp3/long.mp3" '3 h of MP3' 1; }
bench_thumbnail_flac() {
  local file=$inputs/long/three.flac
  if [ ! -e "$file" ]; then
    sox -R "$inputs/source.wav" "$work/three.flac" repeat 2
    mv "$work/three.flac" "$file"
  fi
  thumbnail thumbnail-flac "$file" '3 h of FLAC' 1
}
bench_thumbnail_wav() {
  sox -R "$inputs/source.wav" "$work/three.wav" repeat 2
  thumbnail thumbnail-wav "$work/three.wav" '3 h of WAV' 1
  rm "$work/three.wav"
}
xiph_thumbnail() {
  if ! have ffmpeg; then say_skip "thumbnail-$1" "it needs ffmpeg (apt-get install ffmpeg)"; return; fi
  three_hours "$inputs/long/three.$1" "$inputs/long/$1/long.$1"
  thumbnail "thumbnail-$1" "$inputs/long/three.$1" "3 h of $2" 2
}
bench_thumbnail_ogg() { xiph_thumbnail ogg Vorbis; }
bench_thumbnail_opus() { xiph_thumbnail opus Opus; }

# Uses the real recordings in BENCH_RECORDINGS, or else the long inputs.
bench_thumbnail_near() {
  local file worst=0 sum=0 difference files=()
  mapfile -t files < <(find "${BENCH_RECORDINGS:-$inputs/long}" -type f \
    \( -name '*.mp3' -o -name '*.flac' -o -name '*.wav' -o -name '*.ogg' -o -name '*.opus' \) | sort)
  for file in "${files[@]}"; do
    turn "$work/warm" : "$ours" render "$file" -o "$work/whole.png" --size 256x128 --no-cache -q
    turn "$work/warm" : "$ours" thumbnail --size 256 "$file" "$work/thumbnail.png"
    difference=$("$work/bars" "$work/whole.png" "$work/thumbnail.png")
    say "$difference: $file"
    worst=$(awk -v a="$worst" -v b="$difference" 'BEGIN { print (a > b ? a : b) }')
    sum=$(calc "$sum + $difference")
  done
  print_row thumbnail-near "${#files[@]} thumbnails: difference of bars, worst and mean" "$worst" \
    "$(printf '%.4f' "$(calc "$sum / ${#files[@]}")")" "$worst" '<= 0.10'
}

# shellcheck shell=bash
# Rows: drawing and encoding against bare libpng.

# Every turn uses another color, so that only summaries are cached.
hue=0
new_color() {
  fresh
  hue=$((hue + 1))
  mapfile -d '' -t ours_command < <(scan "$inputs/short" --cache "$work/cache" --color "$(printf '#1e%04x' $((hue + 100)))")
}
make_pictures() {
  fresh
  "$ours" scan "$inputs/short" --output "$work/pictures" --cache "$work/cache" -q
  mapfile -t pictures < <(find "$work/pictures" -name '*.png')
}
bench_redraw() {
  make_pictures
  our new_color
  new_color
  our new_color "${ours_command[@]}"
  peer fresh itself "$work/pixels" write '{result}' "$jobs" "$work/peer-out" "${pictures[@]}"
  compare redraw "5,000 pictures from summaries, against bare libpng" '<= 1.5'
  print_row redraw-cpu "the same by processor time" "$(column "$work/ours" 2)" "$(column "$work/peer" 2)" \
    "$(printf '%.2f' "$(calc "$(column "$work/ours" 2) / $(column "$work/peer" 2)")")" '<= 0.50'
  local rate
  rate=$(printf '%.0f' "$(calc "${#pictures[@]} / $(column "$work/ours" 2)")")
  print_row redraw-rate "pictures a second and core, by processor time" "$rate" "" "$rate" '>= 1000'
}

# encode NAME STYLE SPEED SIZE: compares our encoder with bare libpng on the same pixels, by time and by size.
encode() {
  "$micro" "png-$2" "$work/one.png"
  local i
  rm -f "$work/ours" "$work/peer"
  for ((i = 0; i < runs; i++)); do
    "$micro" "encode-$2" >>"$work/ours"
    "$work/pixels" encode 1001 "$work/one.png" >>"$work/peer"
  done
  local one other bytes bare
  one=$(column "$work/ours" 1)
  other=$(column "$work/peer" 1)
  bytes=$(stat -c %s "$work/one.png")
  bare=$(column "$work/peer" 2)
  print_row "$1" "encoded, against bare libpng level 6 without filter" "$(printf '%.0f µs' "$one")" \
    "$(printf '%.0f µs' "$other")" "$(printf '%.2f' "$(calc "$one / $other")")" "$3"
  # Our file also has text chunks with description and generator.
  print_row "$1-bytes" "bytes of that" "$bytes" "$bare" "$(printf '%.3f' "$(calc "$bytes / $bare")")" "$4"
}
bench_encode_bars() { encode encode-bars bars '<= 0.25' '<= 1.0'; }
bench_encode_circular() { encode encode-circular circular '<= 0.40' '<= 1.05'; }
bench_picture() {
  "$micro" png-bars "$work/one.png"
  local i
  rm -f "$work/ours" "$work/peer"
  for ((i = 0; i < runs; i++)); do
    "$micro" picture >>"$work/ours"
    "$work/pixels" encode 1001 "$work/one.png" >>"$work/peer"
  done
  local one other
  one=$(column "$work/ours" 1)
  other=$(column "$work/peer" 1)
  print_row picture "drawn and encoded, against bare libpng's encoding" "$(printf '%.0f µs' "$one")" \
    "$(printf '%.0f µs' "$other")" "$(printf '%.2f' "$(calc "$one / $other")")" '<= 1.5'
}

# Album art of about one megabyte.
art() {
  [ -e "$inputs/cover.jpg" ] && return
  ffmpeg -v error -y -f lavfi -i "nullsrc=s=900x900,geq=lum='random(1)*255':cb=128:cr=128" \
    -frames:v 1 -q:v 2 "$work/cover.jpg"
  mv "$work/cover.jpg" "$inputs/cover.jpg"
}
# album FOLDER: makes an album with art; the caller adds the recordings.
album() { mkdir -p "$work/$1" && art && cp "$inputs/cover.jpg" "$work/$1/cover.jpg"; }

bench_covers() {
  if ! have ffmpeg; then say_skip covers "it needs ffmpeg (apt-get install ffmpeg)"; return; fi
  album songs
  local file
  for file in "$inputs"/mp3/*.mp3; do
    split -b 2880000 --additional-suffix=.mp3 "$file" "$work/songs/$(basename "$file")."
  done
  our_scan fresh "$work/songs" --no-cache --format svg --cover folder
  peer_scan fresh "$work/songs" --no-cache --format svg
  compare covers "songs of 3 min as SVG over the album's art, against without" '<= 1.2'
}

# Redraws in another color each turn, with and without the art.
bench_covers_redraw() {
  if ! have ffmpeg; then say_skip covers-redraw "it needs ffmpeg (apt-get install ffmpeg)"; return; fi
  album jingles
  local files=("$inputs"/short/*.wav) one other megabytes each
  ln -f "${files[@]:0:500}" "$work/jingles"
  "$ours" scan "$work/jingles" --output "$work/jingles-out" --cache "$work/jingles-cache" --format svg -q
  redrawn() { our_scan fresh "$work/jingles" --cache "$work/jingles-cache" --format svg --color "$1" "${@:2}"; }
  rm -f "$work/ours" "$work/peer"
  local round
  for ((round = 0; round <= runs; round++)); do
    redrawn "$(printf '#3e%04x' $((round + 100)))" --cover folder
    turn "$([ "$round" -eq 0 ] && echo "$work/warm" || echo "$work/ours")" fresh "${ours_command[@]}"
    redrawn "$(printf '#4e%04x' $((round + 100)))"
    turn "$([ "$round" -eq 0 ] && echo "$work/warm" || echo "$work/peer")" fresh "${ours_command[@]}"
  done
  one=$(column "$work/ours" 2)
  other=$(column "$work/peer" 2)
  megabytes=$(calc "$(stat -c %s "$inputs/cover.jpg") / 1e6")
  each=$(printf '%.2f' "$(calc "($one - $other) * 1000 / 500 / $megabytes")")
  print_row covers-redraw "ms more for each MB of art, 500 SVGs from the cache" "$one s" "$other s" "$each" '<= 3'
}

# Both peers draw as many columns and rows as we do. ffmpeg keeps all samples until it draws and did not finish within
# 22 minutes, so it gets a limit of two minutes and the format that it decodes fastest.
bench_spectrogram() {
  local folder=$inputs/spectrogram format
  if [ ! -e "$folder/talk.mp3" ]; then
    mkdir -p "$folder"
    sox -R "$inputs/source.wav" "$folder/talk.wav" trim 0 3000
    sox -R "$folder/talk.wav" "$folder/talk.flac"
    lame --quiet -b 128 "$folder/talk.wav" "$folder/part.mp3"
    mv "$folder/part.mp3" "$folder/talk.mp3"
  fi
  for format in wav flac mp3; do
    our : "$ours" render "$folder/talk.$format" -o "$work/ours.png" --style spectrogram --size 800x513 --no-cache -q
    if have sox; then
      peer : sox "$folder/talk.$format" -n spectrogram -x 800 -y 513 -o "$work/peer.png"
      compare spectrogram "50 min of $format, against sox" '<= 0.20'
    else
      say_skip spectrogram "against sox: it needs sox (apt-get install sox libsox-fmt-mp3)"
    fi
  done
  if have ffmpeg; then
    our : "$ours" render "$folder/talk.wav" -o "$work/ours.png" --style spectrogram --size 800x513 --no-cache -q
    peer : bash -c 'timeout -s KILL 120 "$@" || test $? = 137' - \
      ffmpeg -v error -y -i "$folder/talk.wav" -lavfi showspectrumpic=s=800x513 "$work/peer.png"
    runs=1 compare spectrogram "50 min of wav, against ffmpeg or two minutes of it" '<= 0.20'
  else
    say_skip spectrogram "against ffmpeg: it needs ffmpeg (apt-get install ffmpeg)"
  fi
  peaks memory-spectrogram "a spectrogram of 50 min of FLAC" '<= 64' \
    "$ours" render "$folder/talk.flac" -o "$work/ours.png" --style spectrogram --size 800x513 --no-cache -q
}

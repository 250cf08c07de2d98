# shellcheck shell=bash
# Rows: whole scans against bare decoders.

cold() {
  our_scan fresh "$inputs/$1" --no-cache
  mapfile -t files < <(ls -S "$inputs/$1"/*."$1")
  peer : "$work/floor" "$jobs" "${files[@]}"
  compare "$1" "cold scan, against bare decoding" '<= 1.10'
}
bench_mp3() { cold mp3; }
bench_flac() { cold flac; }
bench_ogg() { cold ogg; }
bench_opus() { cold opus; }

long() {
  our_scan fresh "$inputs/long/$1" --no-cache
  peer : "$work/floor" 1 "$inputs/long/$1/long.$1"
  compare "long-$1" "$2, against bare decoding on one processor" "${3:-<= 0.60}"
}
bench_long_mp3() { long mp3 "3 h of MP3" '<= 0.52'; }
bench_fifty_mp3() {
  local folder=$inputs/fifty-mp3
  if [ ! -e "$folder/.complete" ]; then
    mkdir -p "$folder"
    sox -R "$inputs/source.wav" -t wav - trim 0 3000 | lame --quiet -b 128 - "$folder/fifty.mp3"
    touch "$folder/.complete"
  fi
  our_scan fresh "$folder" --no-cache
  peer : "$work/floor" 1 "$folder/fifty.mp3"
  local runs=$((2 * runs))
  compare fifty-mp3 "50 min of MP3, against bare decoding on one processor" '<= 0.54'
}
bench_long_ogg() { long ogg "an hour of Vorbis"; }
bench_long_opus() { long opus "an hour of Opus"; }
bench_long_flac() { long flac "1 h of FLAC" '<= 0.55'; }
bench_long_wav() {
  our_scan fresh "$inputs/long/wav" --no-cache
  peer_scan fresh "$inputs/long/wav" --no-cache --jobs 1
  compare long-wav "1 h of WAV, against --jobs 1" '<= 0.60'
}

bench_first() {
  if ! have mpg123; then say_skip first "it needs mpg123 (apt-get install mpg123)"; return; fi
  sox -R "$inputs/source.wav" -t wav - trim 0 10 | lame --quiet -b 128 - "$work/ten.mp3"
  our : "$ours" render "$work/ten.mp3" -o "$work/ten.png"
  peer : mpg123 -q -w /dev/null "$work/ten.mp3"
  local runs=$((5 * runs))
  compare first "render of a 10 s MP3, from start to exit, against mpg123" '<= 2'
}
bench_clips() {
  our_scan fresh "$inputs/clips" --no-cache
  mapfile -t files < <(find "$inputs/clips" -name '*.mp3')
  peer : "$work/floor" "$jobs" "${files[@]}"
  compare clips "1,000 clips of 10 s of MP3, cold, against bare decoding" '<= 1.15'
}
bench_wav() {
  our_scan fresh "$inputs/long/wav" --no-cache
  # What a peer prints would go to a file.
  # shellcheck disable=SC2016
  peer : bash -c 'cat "$1" >/dev/null' peer "$inputs/long/wav/long.wav"
  compare wav "1 h of WAV, against cat" '<= 1.3'
}

# Only ffmpeg can decode this file; the peer is ffmpeg alone, in the same run.
bench_aac() {
  if ! have ffmpeg; then say_skip aac "it needs ffmpeg (apt-get install ffmpeg)"; return; fi
  if [ ! -e "$inputs/aac/talk.m4a" ]; then
    mkdir -p "$inputs/aac"
    ffmpeg -v error -y -i "$inputs/source.wav" -t 3000 -c:a aac -b:a 128k "$inputs/aac/part.m4a"
    mv "$inputs/aac/part.m4a" "$inputs/aac/talk.m4a"
  fi
  our_scan fresh "$inputs/aac" --no-cache --ffmpeg
  peer : ffmpeg -v error -i "$inputs/aac/talk.m4a" -f null -
  compare aac "50 min of AAC through ffmpeg, against ffmpeg alone" '<= 1.15'
}

# Short recordings: half of the time of ffmpeg is its start.
bench_aac_short() {
  if ! have ffmpeg; then say_skip aac-short "it needs ffmpeg (apt-get install ffmpeg)"; return; fi
  local folder=$inputs/aac-short i
  if [ ! -e "$folder/.complete" ]; then
    mkdir -p "$folder"
    for i in $(seq 1 200); do
      ffmpeg -v error -nostdin -y -ss $((i * 17)) -t 30 -i "$inputs/source.wav" -c:a aac -b:a 128k "$folder/$i.m4a"
    done
    touch "$folder/.complete"
  fi
  our_scan fresh "$folder" --no-cache --ffmpeg
  peer : bash -c 'jobs=$1; shift; printf "%s\0" "$@" | xargs -0 -P "$jobs" -I{} ffmpeg -v error -nostdin -i {} -f null -' \
    peer "$jobs" "$folder"/*.m4a
  compare aac-short "200 AACs of 30 s through ffmpeg, against ffmpeg alone" '<= 1.05'
}

# Colors by frequency, against the same scan without: processor time, which hardly depends on the load.
colored() {
  our_scan fresh "$inputs/long/$1" --no-cache --jobs 1 --color-by pitch
  peer_scan fresh "$inputs/long/$1" --no-cache --jobs 1
  interleave
  local one other
  one=$(column "$work/ours" 2)
  other=$(column "$work/peer" 2)
  print_row "color-$1" "$2 in color, processor time against without" "$(printf '%.3f s' "$one")" "$(printf '%.3f s' "$other")" \
    "$(printf '%.2f' "$(calc "$one / $other")")" "$3" "$(cpu_pair)" "$(memory_pair)"
}
bench_color_mp3() { colored mp3 "3 h of MP3" '<= 1.10'; }
bench_color_ogg() { colored ogg "an hour of Vorbis" '<= 1.10'; }
bench_color_opus() { colored opus "an hour of Opus" '<= 1.10'; }
bench_color_flac() { colored flac "1 h of FLAC" '<= 1.20'; }

# What a library costs in electricity: processor time, whatever the number of processors.
bench_energy() {
  local row
  for row in mp3:7200 flac:3600 opus:1680; do
    our_scan fresh "$inputs/${row%:*}" --no-cache
    peer : true
    interleave
    print_row "energy-${row%:*}" "processor seconds for 1,000 hours of ${row%:*}" \
      "$(calc "int($(column "$work/ours" 2) * 3600000 / ${row#*:})") s" "" "" -
  done
}

bench_showwavespic() {
  if ! have ffmpeg || ! have parallel; then
    say_skip showwavespic "it needs ffmpeg and parallel (apt-get install ffmpeg parallel)"
    return
  fi
  our_scan fresh "$inputs/mp3" --no-cache
  peer fresh parallel --will-cite -j "$jobs" \
    ffmpeg -v error -y -i '{}' -filter_complex showwavespic=s=598x120 -frames:v 1 "$work/peer-out/{/}.png" \
    ::: "$inputs"/mp3/*.mp3
  compare showwavespic "MP3, against ffmpeg under parallel" -
}

bench_audiowaveform() {
  if ! have audiowaveform || ! have parallel; then
    say_skip audiowaveform "it needs audiowaveform and parallel"
    return
  fi
  our_scan fresh "$inputs/mp3" --no-cache
  peer fresh parallel --will-cite -j "$jobs" \
    audiowaveform -q -i '{}' -o "$work/peer-out/{/}.png" -w 598 -h 120 ::: "$inputs"/mp3/*.mp3
  compare audiowaveform "MP3, against audiowaveform under parallel" -
}

# One point per 256 samples: the decode is split, and the points are joined at the boundaries.
bench_dat() {
  our : "$ours" render "$inputs/long/mp3/long.mp3" -o "$work/long.dat" --zoom 256 --no-cache -q
  peer : "$work/floor" 1 "$inputs/long/mp3/long.mp3"
  compare dat "dat of 3 h of MP3, against bare decoding on one processor" '<= 0.60'
}
bench_dat_short() {
  if ! have audiowaveform; then say_skip dat-short "it needs audiowaveform"; return; fi
  our_scan fresh "$inputs/clips" --no-cache --data dat
  # shellcheck disable=SC2016
  peer fresh bash -c 'jobs=$1 out=$2; shift 2; printf "%s\0" "$@" |
    xargs -0 -P "$jobs" -I{} sh -c '\''audiowaveform -q -i "$1" -o "$2/$(basename "$1").dat"'\'' - {} "$out"' \
    peer "$jobs" "$work/peer-out" "$inputs"/clips/*.mp3
  compare dat-short "dat of 1,000 clips of 10 s of MP3, against audiowaveform" '<= 0.25'
}
bench_players() {
  our_scan fresh "$inputs/mp3" --no-cache --data dat --data peaks --data wavesurfer --style mirroredBars --style line \
    --style dots
  peer_scan fresh "$inputs/mp3" --no-cache
  compare players "MP3, data of three players and three styles, against one picture" '<= 1.10'
}

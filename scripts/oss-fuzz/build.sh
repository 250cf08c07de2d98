#!/bin/bash -eu
# Builds the fuzzer of the parsers (Tests/Fuzzing), which brings its own main function of libFuzzer's, with its seeds and
# the C libraries that the image of the runner lacks. Runs in the image of OSS-Fuzz, which sets OUT.
WAVETHUMB_FUZZ=1 swift build -c release --product Fuzzing --static-swift-stdlib -Xswiftc -use-ld=lld --sanitize=address
cp .build/release/Fuzzing "$OUT/parsers"
mkdir -p "$OUT/lib"
ldd .build/release/Fuzzing | awk '/sndfile|mpg123|png|FLAC|ogg|vorbis|opus|mp3lame/ { print $3 }' | xargs -r cp -t "$OUT/lib"
patchelf --set-rpath '$ORIGIN/lib' "$OUT/parsers"
# The first byte of an input selects the parser.
seeds=$(mktemp -d)
for file in Fixtures/Audio/*; do
  [ "$(stat -c %s "$file")" -gt 65536 ] || for choice in 1 4 8; do
    { printf "\\x0$choice"; cat "$file"; } >"$seeds/$choice-${file##*/}"
  done
done
zip -qj "$OUT/parsers_seed_corpus.zip" "$seeds"/*

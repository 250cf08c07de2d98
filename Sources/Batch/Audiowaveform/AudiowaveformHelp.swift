/// What `audiowaveform --help` shows.
enum AudiowaveformHelp {
  static let text = """
    wavethumb in the place of audiowaveform 1.10: audio, .dat or .json to .dat, .json, .txt or .png

      -i, --input-filename FILE    - is standard input, with --input-format
      -o, --output-filename FILE   - is standard output, with --output-format
      --input-format F             raw, dat, json; the content tells every other
      --output-format F            dat, json, txt or png, where no ending tells
      -z, --zoom N|auto            samples a point [256]; auto: all in one picture
      --pixels-per-second P        points a second, instead of -z
      -b, --bits 8|16              [16; of .dat and .json their own]
      --split-channels             a waveform a channel
      -s, --start S, -e, --end S   seconds, of a picture
      -w, --width N, -h, --height N  in pixels [800, 250]
      -c, --colors audacity|audition
      --border-color C, --background-color C, --waveform-color C[,C...]
      --axis-label-color C, --with-axis-labels, --no-axis-labels
      --waveform-style normal|bars, --bar-width N, --bar-gap N
      --bar-style square|rounded
      --amplitude-scale N|auto     auto: the largest magnitude is full scale
      --raw-samplerate N, --raw-channels N
      --raw-format F               s8 u8 s16le s16be s24le s24be s32le s32be
                                   f32le f32be f64le f64be
      --compression N              taken, and of no effect
      -q, --quiet   -v, --version   --help

    Exit status: 0, or 1 where nothing was made; what was there is left then.

    """
}

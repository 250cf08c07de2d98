import Codecs
import TestSupport
import Testing

/// Runs the real binary with audiowaveform's options.
@Suite struct `Compatibility with audiowaveform` {
  /// Returns a folder with alternating samples at 8 kHz.
  private func folderWithRawSamples() throws -> TemporaryRecording {
    let folder = try TemporaryRecording()
    let samples = (0..<8_000).flatMap { frame in
      let isEven = frame % 2 == 0
      return StreamHeads.little(Int16(isEven ? 10_000 : -1_000))
    }
    try folder.write("a.raw", bytes: samples)
    return folder
  }

  private let raw = "--raw-samplerate 8000 --raw-channels 1 --raw-format s16le"

  @Test func `audiowaveform's output is equal to a hand-made one, by command and by link`() throws {
    let folder = try folderWithRawSamples()
    let run = try folder.shell(
      """
      ln -s $W audiowaveform
      $W audiowaveform -i a.raw \(raw) -z 4000 -o a.json && cat a.json
      ./audiowaveform -i a.raw \(raw) -z 4000 -b 8 -o b.json && cat b.json
      # Values of options may be joined to them, and their names shortened.
      ./audiowaveform -ia.raw \(raw) --zoom=4000 --output-filename a.txt && cat a.txt
      ./audiowaveform --input-format raw \(raw) --pix 2 --output-format txt -b8 < a.raw
      ./audiowaveform -i a.raw \(raw) -z 4000 --amplitude-scale auto -o c.txt && cat c.txt
      """
    )

    // Two points of 4,000 frames. 8 bits are the upper ones, and the scale `auto` makes 10,000 the largest
    // value.
    let head = #"{"version":2,"channels":1,"sample_rate":8000,"samples_per_pixel":4000,"bits":"#
    #expect(
      run.text == """
        \(head)16,"length":2,"data":[-1000,10000,-1000,10000]}
        \(head)8,"length":2,"data":[-3,39,-3,39]}
        -1000,10000
        -1000,10000
        -3,39
        -3,39
        -3276,32767
        -3276,32767

        """
    )
    #expect(run.status == 0, "\(run.errorOutput)")
    #expect(run.errorOutput == "")
  }

  @Test func `audiowaveform data is converted, also to a coarser zoom`() throws {
    let folder = try folderWithRawSamples()
    let run = try folder.shell(
      """
      aw() { $W audiowaveform "$@"; }
      # To JSON and back.
      aw -i tone.wav -o a.dat -z 64 --split-channels -b 8 &&
      aw -i a.dat -o b.json &&
      aw -i b.json -o c.dat &&
      cmp a.dat c.dat
      # A coarser zoom of data as of the recording.
      aw -i tone.wav -o d.dat -z 128 --split-channels -b 8 &&
      aw -i b.json -z 128 -o e.dat &&
      cmp d.dat e.dat
      # One point for all.
      aw -i a.dat -o f.txt -z 100000 && cat f.txt
      # The defaults are those of audiowaveform, and not of render.
      $W render tone.wav -o g.dat --bits 16 --zoom 256 &&
      aw -i tone.wav -o h.dat &&
      cmp g.dat h.dat
      aw -i a.dat -o x.dat -z 32; echo $?
      """
    )
    #expect(run.status == 0)

    // The lowest and the highest value of two channels, and the status; `cmp` prints only differences.
    try #require(run.lines.count == 2, "\(run.text)")
    #expect(run.lines[0].split(separator: ",").count == 4)
    #expect(run.lines[1] == "1")
    #expect(run.errorOutput.contains("only a coarser zoom"))
  }

  @Test func `an audiowaveform picture shows the whole recording, and warns of missing axes once`()
    throws
  {
    let folder = try folderWithRawSamples()
    let run = try folder.shell(
      """
      aw() { $W audiowaveform -i tone.wav "$@"; }
      aw -o a.png -z auto -w 200 -h 51 --waveform-color ff0000,0000ff
      aw -o b.png -z auto -w 200 -h 50 --no-axis-labels -q --split-channels \\
        --waveform-color ff0000 --background-color ffffff00 --amplitude-scale auto
      aw -o c.png -e 1 --waveform-style bars --bar-style rounded -c audition -q
      """
    )
    #expect(run.status == 0)
    #expect(run.errorLines.count == 1)
    #expect(run.errorOutput.contains("axis labels"))

    let plain = try folder.picture("b.png")
    #expect(plain.width == 200)
    #expect(plain.height == 50)
    // The tone grows louder to the end, where it fills the height of both channels. At its start only
    // the middle of a channel has color.
    let red: [UInt8] = [255, 0, 0, 255]
    #expect(plain[199, 0] == red)
    #expect(plain[199, 49] == red)
    #expect(plain[0, 12] == red)
    let alpha = plain[0, 0][3]
    #expect(alpha == 0)

    // With axes, a black frame.
    let framed = try folder.picture("a.png")
    let black: [UInt8] = [0, 0, 0, 255]
    #expect(framed[0, 0] == black)
    #expect(framed[199, 50] == black)
    // The width of audiowaveform.
    #expect(try folder.picture("c.png").width == 800)
  }

  @Test(arguments: [
    "-i tone.wav",
    "-i tone.wav -o x.gif",
    "-i no.wav -o x.dat",
    "-i bad.mp3 -o x.dat",
    "-i tone.wav -o x.dat -z 1",
    "-i tone.wav -o x.dat -z 64 --pixels-per-second 3",
    "-i tone.wav -o x.dat -b 12",
    "-i tone.wav -o x.dat --nonsense",
    "-i tone.wav -o tone.wav",
    "-i tone.wav -o no/x.dat",
    "-i a.raw -o x.dat",
    "-i tone.wav -o x.png -s 1 -e 1",
  ])
  func `a failed audiowaveform call exits 1 with the reason and keeps the old file`(
    arguments: String
  ) throws {
    let folder = try folderWithRawSamples()
    let run = try folder.shell(
      """
      echo garbage, and more than enough of it > bad.mp3
      for f in x.dat x.png x.gif; do echo mine > $f; done
      $W audiowaveform \(arguments); echo $?
      cat x.dat x.png x.gif | sort -u
      ls -A | grep -c tmp
      """
    )
    #expect(run.text == "1\nmine\n0\n")
    let hasReason =
      run.errorOutput.hasPrefix("audiowaveform: ")
      || run.errorOutput.contains("wavethumb: ")
    #expect(hasReason, "\(run.errorOutput)")
  }

  /// The words with which programs call audiowaveform, and the beginning of what they expect.
  static let calls: [(words: String, head: String)] = [
    // AzuraCast
    ("-i tone.wav -o o --output-format json --pixels-per-second 20 --bits 8", json(2205, bits: 8)),
    // openverse
    ("--input-filename tone.wav --output-format json --pixels-per-second 15", json(2940, bits: 16)),
    // pageflow
    ("-i tone.wav -o o.json --pixels-per-second 10 --bits 8", json(4410, bits: 8)),
    // archival-IIIF
    ("-i tone.wav -o o.json -z 256 -b 8", json(256, bits: 8)),
    // alonetone
    (
      "--input-filename tone.wav --input-format mp3 --output-format json --quiet",
      json(256, bits: 16)
    ),
    // rauversion
    (
      "-i tone.wav --input-format mp3 --pixels-per-second 4 -b 8 --output-format json -",
      json(11_025, bits: 8)
    ),
    // Pipes
    ("--input-format wav --output-format json --pixels-per-second 2 -b 8", json(22_050, bits: 8)),
    ("-i tone.wav --output-format json -z 1024 --amplitude-scale 3.5", json(1024, bits: 16)),
  ]

  private static func json(_ framesPerPoint: Int, bits: Int) -> String {
    #"{"version":2,"channels":1,"sample_rate":44100,"samples_per_pixel":\#(framesPerPoint),"#
      + #""bits":\#(bits),"length":\#((88_200 + framesPerPoint - 1) / framesPerPoint),"data":["#
  }

  @Test(arguments: calls)
  func `a program that calls audiowaveform gets its JSON`(words: String, head: String) throws {
    let folder = try TemporaryRecording()
    let run = try folder.shell("$W audiowaveform \(words) < tone.wav && cat o o.json 2> /dev/null")
    #expect(run.text.hasPrefix(head), "\(words): \(run.text.prefix(120))\(run.errorOutput)")
  }

  @Test(arguments: [
    // nyblcore, whose empty color is a surplus word
    (
      """
      --pixels-per-second 200 --no-axis-labels --waveform-color 0D3F8F "" --background-color \
      ffffff00 --compression 9 -w 400 -h 50
      """, 400, 50
    ),
    // Homebrew's test
    ("", 800, 250),
    ("-e 1 -w 1600 -h 500", 1600, 500),
    // Opencast documents 20,000 pixels.
    ("-z auto -w 32000 -h 20", 32_000, 20),
  ])
  func `a program that calls audiowaveform gets its picture`(words: String, width: Int, height: Int)
    throws
  {
    let folder = try TemporaryRecording()
    let run = try folder.shell("$W audiowaveform -q -i tone.wav -o o.png \(words)")
    #expect(run.status == 0, "\(run.errorOutput)")
    let picture = try folder.picture("o.png")
    #expect(picture.width == width)
    #expect(picture.height == height)
  }

  @Test func `audiowaveform writes raw samples as a stream of data for two channels`() throws {
    let folder = try folderWithRawSamples()
    let run = try folder.shell(
      """
      aw() { $W audiowaveform "$@"; }
      aw --input-format raw --raw-samplerate 48000 --raw-channels 2 --raw-format s16le \\
        --output-format dat --zoom 256 -b 8 < a.raw > a.dat
      aw -i tone.wav --output-format dat --zoom 256 --bits 8 --split-channels -o D
      wc -c < a.dat; wc -c < D
      aw -i tone.wav -o x.png -w 32000 -h 9000; echo $?
      """
    )
    // Version 1 with a head of 20 bytes for one channel, version 2 with 24 for two; then two values a
    // point: 4,000 frames in 16 points, 88,200 in 345.
    #expect(run.text == "52\n1404\n1\n", "\(run.errorOutput)")
    #expect(run.errorOutput.contains("32000x9000 pixels are too many"), "\(run.errorOutput)")
  }

  @Test func `audiowaveform without arguments prints its help`() throws {
    let run = try CommandRun("audiowaveform")
    #expect(run.status == 0)
    #expect(run.text.contains("--input-filename"))
  }

  @Test func `an audiowaveform call replaces its own output only`() throws {
    let folder = try folderWithRawSamples()
    let run = try folder.shell(
      """
      aw() { $W audiowaveform -i tone.wav -q "$@"; }
      for f in dat json txt png; do
        aw -o a.$f
        cp a.$f first.$f
        aw -o a.$f -z 999; echo $?
        cmp -s a.$f first.$f && echo same
      done
      # An empty file is nobody's loss.
      : > new.dat && aw -o new.dat; echo $?
      echo 'a text of mine' > notes.txt
      echo '{"name": 1}' > package.json
      cp tone.wav song.dat
      for f in notes.txt package.json song.dat; do aw -o $f; echo $?; done
      cat notes.txt package.json
      cmp tone.wav song.dat
      ls -A | grep -c tmp
      """
    )
    // Statuses of four formats, of the empty file and of three others; then what is left.
    #expect(
      run.text == """
        0
        0
        0
        0
        0
        1
        1
        1
        a text of mine
        {"name": 1}
        0

        """,
      "\(run.errorOutput)"
    )

    let refusals = run.errorLines.count { $0.contains("is kept") }
    #expect(refusals == 3, "\(run.errorOutput)")
  }

  @Test func `help, manual and completions include every audiowaveform option`() throws {
    let folder = try folderWithRawSamples()
    let run = try folder.shell(
      """
      $W audiowaveform --help > help
      # In a manual page hyphens have a backslash.
      $W manual | tr -d '\\\\' > manual
      for shell in bash zsh fish; do $W completions $shell > $shell; done
      options=$(grep -o -- ' --[a-z-]*' help | sort -u)
      for option in $options; do
        grep -qe "$option" manual || echo "manual: $option"
      done
      echo "$options" | wc -l
      grep -c -e raw-samplerate bash zsh fish
      """
    )
    #expect(!run.text.contains("manual:"), "\(run.text)")
    #expect(run.text.hasPrefix("31\n"))
    // `grep -c` prints the number of lines of each file.
    #expect(!run.text.contains(":0"), "\(run.text)")
  }

  @Test func `audiowaveform notices a full disk`() throws {
    let folder = try folderWithRawSamples()
    let run = try folder.shell(
      "$W audiowaveform -i tone.wav --output-format dat > /dev/full; echo $?"
    )
    #expect(run.text == "1\n")
    #expect(run.errorOutput.contains("the disk is full"))
  }
}

extension PNGPicture {
  /// Red, green, blue and alpha of a pixel.
  fileprivate subscript(x: Int, y: Int) -> [UInt8] {
    Array(pixels[4 * (y * width + x)..<4 * (y * width + x + 1)])
  }
}

import TestSupport
import Testing
import WavethumbBytes

/// Tests the data formats of other programs with the real binary.
@Suite struct `Data formats` {
  /// Returns an 8 kHz WAV with alternating samples.
  private static func alternating(frames: Int) -> [UInt8] {
    let samples = (0..<frames).map { frame in
      let isEven = frame % 2 == 0
      return isEven ? Int16(10_000) : -1_000
    }
    return WaveFile(samples: samples).bytes
  }

  @Test func `dat data equals a hand-made truth`() throws {
    let folder = try TemporaryRecording()
    try folder.write("a.wav", bytes: Self.alternating(frames: 8_001))
    let run = try folder.shell(
      """
      $W render a.wav -o 16.peaks.json --zoom 4000 --bits 16 &&
      $W render a.wav -o 8.peaks.json --zoom 4000
      # From a file, a redirected file, a pipe, and with the zoom of another unit.
      $W render a.wav -o a.dat --zoom 4000 &&
      $W render - -o b.dat --zoom 4000 < a.wav
      cat a.wav | $W render - -o c.dat --zoom 4000
      $W render a.wav -o d.dat --pixels-per-second 2
      """
    )
    #expect(run.status == 0)
    #expect(run.errorOutput == "")

    // Two points of 4,000 frames, and one of the last frame alone. Eight bits are the upper ones.
    let head = #"{"version":2,"channels":1,"sample_rate":8000,"samples_per_pixel":4000,"bits":"#
    let sixteen = head + #"16,"length":3,"data":[-1000,10000,-1000,10000,10000,10000]}"# + "\n"
    #expect(try folder.text("16.peaks.json") == sixteen)
    let eight = head + #"8,"length":3,"data":[-3,39,-3,39,39,39]}"# + "\n"
    #expect(try folder.text("8.peaks.json") == eight)

    // The layout of audiowaveform's version 1; the flag says that values have eight bits.
    let version: [UInt8] = [1, 0, 0, 0]
    let flags: [UInt8] = [1, 0, 0, 0]
    let sampleRate: [UInt8] = [0x40, 0x1F, 0, 0]
    let zoom: [UInt8] = [0xA0, 0x0F, 0, 0]
    let length: [UInt8] = [3, 0, 0, 0]
    // 253 is -3.
    let values: [UInt8] = [253, 39, 253, 39, 39, 39]
    let dat = version + flags + sampleRate + zoom + length + values
    for name in ["a.dat", "b.dat", "c.dat", "d.dat"] {
      #expect(try folder.read(name) == dat)
    }
  }

  @Test func `channels are separated on request`() throws {
    let folder = try TemporaryRecording()
    let run = try folder.shell(
      """
      $W render tone.wav -o a.dat --channels split --zoom 64 &&
      od -An -tu4 -N24 a.dat
      $W render tone.wav -o a.wavesurfer.json --channels split --points 10
      $W render tone.wav -o a.json --channels split --bars 10
      """
    )
    #expect(run.status == 0)
    #expect(run.errorOutput == "")
    // The first number is the version, of which only the second has channels.
    #expect(run.text.split(separator: " ").first == "2")

    let player = try folder.json("a.wavesurfer.json")
    #expect(player["duration"]?.double == 2)
    #expect(player["peaks"]?.array?.map { $0.array?.count } == [10, 10])

    let numbers = try folder.json("a.json")
    #expect(numbers["version"]?.double == 2)
    #expect(numbers["lanes"]?.array?.count == 2)
    #expect(numbers["measured"]?["peak"]?.array?.count == 10)
    #expect(numbers["spectrum"] == nil)
  }

  @Test func `a new style keeps data, and a new zoom keeps pictures`() throws {
    let folder = try TemporaryRecording()
    let run = try folder.shell(
      """
      mkdir lib && cp tone.wav lib/ && cd lib
      scan() { $W scan . --cache ../cache --data dat --data peaks --json -q "$@" | tail -1; }
      # A file that is written again has another inode or time.
      identity() { stat -c '%i %y' .wavethumb/tone.wav.$1; }
      scan > /dev/null
      identity dat
      scan --style line
      identity dat
      identity line.png
      # Points are in no cache, so that a finer zoom is measured again.
      scan --style line --zoom 256
      identity line.png
      identity dat
      scan --style line --zoom 256
      """
    )
    // Other options are named, also with -q.
    #expect(run.errorLines.allSatisfy { $0.contains("other options than at the last scan") })

    let lines = run.lines
    try #require(lines.count == 8, "\(run.text)")
    let styled = lines[1]
    let zoomed = lines[4]
    #expect(styled.contains(#""decoded":0,"drawn":1,"#), "\(run.text)")
    #expect(zoomed.contains(#""decoded":1,"#), "\(run.text)")
    #expect(lines[7].contains(#""decoded":0,"drawn":0,"#), "\(run.text)")

    let firstData = lines[0]
    #expect(lines[2] == firstData)
    #expect(lines[6] != firstData)
    let firstPicture = lines[3]
    #expect(lines[5] == firstPicture)
  }

  @Test func `unmarked files of other programs are never replaced`() throws {
    let folder = try TemporaryRecording()
    let run = try folder.shell(
      """
      mkdir -p lib/.wavethumb && cp tone.wav lib/
      # The output of another program may have the very bytes of ours.
      $W render tone.wav -o theirs.dat --zoom 99
      cp theirs.dat lib/.wavethumb/tone.wav.dat
      $W scan lib --no-cache --data dat -q; echo $?
      cmp theirs.dat lib/.wavethumb/tone.wav.dat && echo kept
      # A file with the bytes that are due becomes ours, and may be replaced from then on.
      $W scan lib --no-cache --data dat --zoom 99 -q; echo $?
      $W scan lib --no-cache --data dat --zoom 98 -q; echo $?
      """
    )
    #expect(run.text == "3\nkept\n0\n0\n")
  }
}

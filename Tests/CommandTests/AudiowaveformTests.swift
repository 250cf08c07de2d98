import Codecs
import TestSupport
import Testing

/// Runs the real binary with audiowaveform's options.
@Suite struct `Compatibility with audiowaveform` {
  /// Returns a folder with alternating samples at 8 kHz.
  private func playground() throws -> TemporaryRecording {
    let folder = try TemporaryRecording()
    let samples = (0..<8_000).flatMap { frame -> [UInt8] in
      let value = frame % 2 == 0 ? 10_000 : -1_000
      return [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
    }
    try folder.write("a.raw", bytes: samples)
    return folder
  }

  private let raw = "--raw-samplerate 8000 --raw-channels 1 --raw-format s16le"

  @Test func `audiowaveform's output is equal to a hand-made one, by command and by link`() throws {
    let folder = try playground()
    let run = try folder.shell(
      """
      ln -s $W audiowaveform
      $W audiowaveform -i a.raw \(raw) -z 4000 -o a.json && cat a.json
      ./audiowaveform -i a.raw \(raw) -z 4000 -b 8 -o b.json && cat b.json
      ./audiowaveform -ia.raw \(raw) --zoom=4000 --output-filename a.txt && cat a.txt
      ./audiowaveform --input-format raw \(raw) --pix 2 --output-format txt -b8 < a.raw
      ./audiowaveform -i a.raw \(raw) -z 4000 --amplitude-scale auto -o c.txt && cat c.txt
      """
    )

    let head = #"{"version":2,"channels":1,"sample_rate":8000,"samples_per_pixel":4000,"bits":"#
    #expect(
      run.text == head + #"16,"length":2,"data":[-1000,10000,-1000,10000]}"# + "\n"
        + head + #"8,"length":2,"data":[-3,39,-3,39]}"# + "\n"
        + "-1000,10000\n-1000,10000\n" + "-3,39\n-3,39\n" + "-3276,32767\n-3276,32767\n"
    )
    #expect(run.status == 0, "\(run.errorOutput)")
    #expect(run.errorOutput == "", "\(run.errorOutput)")
  }

  @Test func `audiowaveform data is converted, also to a coarser zoom`() throws {
    let folder = try playground()
    let run = try folder.shell(
      """
      aw() { $W audiowaveform "$@"; }
      aw -i tone.wav -o a.dat -z 64 --split-channels -b 8 && aw -i a.dat -o b.json && aw -i b.json -o c.dat
      cmp a.dat c.dat && aw -i tone.wav -o d.dat -z 128 --split-channels -b 8
      aw -i b.json -z 128 -o e.dat && cmp d.dat e.dat && aw -i a.dat -o f.txt -z 100000 && cat f.txt
      $W render tone.wav -o g.dat --bits 16 --zoom 256 && aw -i tone.wav -o h.dat && cmp g.dat h.dat
      aw -i a.dat -o x.dat -z 32; echo $?
      """
    )
    #expect(run.status == 0)
    #expect(run.lines.last == "1")
    #expect(run.lines.first?.split(separator: ",").count == 4)
    #expect(run.errorOutput.contains("only a coarser zoom"))
  }

  @Test func `an audiowaveform picture shows the whole recording, and warns of missing axes once`()
    throws
  {
    let folder = try playground()
    let run = try folder.shell(
      """
      $W audiowaveform -i tone.wav -o a.png -z auto -w 200 -h 51 --waveform-color ff0000,0000ff
      $W audiowaveform -i tone.wav -o b.png -z auto -w 200 -h 50 --no-axis-labels -q --split-channels \\
        --waveform-color ff0000 --background-color ffffff00 --amplitude-scale auto
      $W audiowaveform -i tone.wav -o c.png -e 1 --waveform-style bars --bar-style rounded -c audition -q
      """
    )
    #expect(run.status == 0)
    #expect(run.errorLines.count == 1)
    #expect(run.errorOutput.contains("axis labels"))

    let plain = try folder.picture("b.png")
    #expect(plain.width == 200)
    #expect(plain.height == 50)
    // The tone grows louder to the end.
    #expect(plain[199, 0] == [255, 0, 0, 255])
    #expect(plain[199, 49] == [255, 0, 0, 255])
    #expect(plain[0, 0][3] == 0)
    #expect(plain[0, 12] == [255, 0, 0, 255])

    let framed = try folder.picture("a.png")
    #expect(framed[0, 0] == [0, 0, 0, 255])
    #expect(framed[199, 50] == [0, 0, 0, 255])
    #expect(try folder.picture("c.png").width == 800)
  }

  @Test(arguments: [
    "", "-i tone.wav", "-i tone.wav -o x.gif", "-i no.wav -o x.dat", "-i bad.mp3 -o x.dat",
    "-i tone.wav -o x.dat -z 1", "-i tone.wav -o x.dat -z 64 --pixels-per-second 3",
    "-i tone.wav -o x.dat -b 12", "-i tone.wav -o x.dat --nonsense", "-i tone.wav -o tone.wav",
    "-i tone.wav -o no/x.dat", "-i a.raw -o x.dat", "-i tone.wav -o x.png -s 1 -e 1",
  ])
  func `a failed audiowaveform call exits 1 with the reason and keeps the old file`(
    arguments: String
  )
    throws
  {
    let folder = try playground()
    let run = try folder.shell(
      """
      echo garbage, and more than enough of it > bad.mp3; for f in x.dat x.png x.gif; do echo mine > $f; done
      $W audiowaveform \(arguments); echo $?; cat x.dat x.png x.gif | sort -u; ls -A | grep -c tmp
      """
    )
    #expect(run.text.hasSuffix("\(arguments.isEmpty ? 0 : 1)\nmine\n0\n"), "\(run.text)")
    #expect(
      arguments.isEmpty || run.errorOutput.hasPrefix("audiowaveform: ")
        || run.errorOutput.contains("wavethumb: ")
    )
  }

  @Test func `an audiowaveform call replaces its own output only`() throws {
    let folder = try playground()
    let run = try folder.shell(
      """
      aw() { $W audiowaveform -i tone.wav -q "$@"; }
      for f in dat json txt png; do aw -o a.$f; cp a.$f first.$f; aw -o a.$f -z 999; echo $?; cmp -s a.$f first.$f && echo same; done
      : > new.dat && aw -o new.dat; echo $?
      echo 'my words, all of them' > words.txt; echo '{"name": 1}' > package.json
      cp tone.wav song.dat
      for f in words.txt package.json song.dat; do aw -o $f; echo $?; done
      cat words.txt package.json; cmp tone.wav song.dat && ls -A | grep -c tmp
      """
    )
    #expect(
      run.text
        == "0\n0\n0\n0\n0\n1\n1\n1\nmy words, all of them\n{\"name\": 1}\n0\n",
      "\(run.text)\(run.errorOutput)"
    )

    let refusals = run.errorLines.count { $0.contains("is kept") }
    #expect(refusals == 3, "\(run.errorOutput)")
  }

  @Test func `help, manual and completions include every audiowaveform option`() throws {
    let folder = try playground()
    let run = try folder.shell(
      """
      $W audiowaveform --help > help; $W manual | tr -d '\\\\' > manual
      for s in bash zsh fish; do $W completions $s > $s; done
      for o in $(grep -o -- ' --[a-z-]*' help); do grep -qe "$o" manual || echo "manual: $o"; done
      grep -o -- ' --[a-z-]*' help | sort -u | wc -l; grep -c -e raw-samplerate bash zsh fish
      """
    )
    #expect(!run.text.contains("manual:"), "\(run.text)")
    #expect(run.text.hasPrefix("31\n"), "\(run.text)")
    #expect(!run.text.contains(":0"), "\(run.text)")
  }

  @Test func `audiowaveform notices a full disk`() throws {
    let folder = try playground()
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

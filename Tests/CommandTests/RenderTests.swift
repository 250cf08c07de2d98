import Codecs
import TestSupport
import Testing
import Thumbnails
import WavethumbBatch
import WavethumbBytes

@Suite struct `Rendering one recording` {
  private let folder: TemporaryRecording

  init() throws {
    folder = try TemporaryRecording()
  }

  @Test func `render names its output, except with -q or on standard output`() throws {
    func expect(_ options: String, writes names: [String]) throws {
      let run = try folder.shell("$W render tone.wav \(options)")
      #expect(run.status == 0, "\(run.errorOutput)")
      #expect(run.wrote == names)
    }
    try expect("", writes: ["tone.wav.mirroredBars.png"])
    // One line for all files.
    let scales = ["tone.wav.dots.png, tone.wav.dots@2x.png"]
    try expect("--scale 1 --scale 2 --style dots", writes: scales)
    try expect("-o 'a b.svg'", writes: ["a b.svg"])
    try expect("-o a.png -q", writes: [])
    try expect("-o - --format svg", writes: [])
  }

  /// Runs a script that succeeds and prints nothing.
  private func expectSuccess(of script: String) throws {
    let run = try folder.shell(script)
    #expect(run.status == 0, "\(run.errorOutput)")
    #expect(run.errorOutput == "")
    #expect(run.output == [], "\(run.errorOutput)")
  }

  @Test func `render -o uses the exact name`() throws {
    try expectSuccess(of: "$W render tone.wav -o x.png")
    #expect(try folder.names() == ["tone.wav", "x.png"])
    let picture = try folder.picture("x.png")
    #expect(picture.width == 598)
    #expect(picture.height == 120)
  }

  @Test func `render uses scan's names in the current folder by default`() throws {
    try expectSuccess(
      of: "mkdir sub; cd sub; $W render ../tone.wav --style dots --style circular --scale 2"
    )
    try expectSuccess(of: "cd sub && $W render ../tone.wav --format json")
    let names = try folder.shell("ls sub").text
    #expect(names == "tone.wav.circular@2x.png\ntone.wav.dots@2x.png\ntone.wav.json\n")
  }

  @Test func `JSON is drawn as the recording that it came from`() throws {
    try expectSuccess(of: "$W render tone.wav -o a.png && $W render tone.wav -o a.json")
    try expectSuccess(of: "$W render a.json -o b.png && $W render - -o c.png < a.json")
    try expectSuccess(of: "cat a.json | $W render - -o d.png")
    let expected = try folder.picture("a.png")
    for name in ["b.png", "c.png", "d.png"] {
      #expect(try folder.picture(name) == expected)
    }
  }

  @Test func `hand-written bars are the heights in every style`() throws {
    try folder.write("hand.json", text: #"{"bars": [0.25, 0.5, 1, 0.5]}"#)
    try expectSuccess(of: "$W render hand.json -o x.png --style bars --size 40x100 --spacing 0")
    // Opaque pixels in the middle of each of four bars, which are ten pixels wide.
    let picture = try folder.picture("x.png")
    #expect(picture.opaquePixels(inColumn: 5) == 25)
    #expect(picture.opaquePixels(inColumn: 15) == 50)
    #expect(picture.opaquePixels(inColumn: 25) == 100)
    #expect(picture.opaquePixels(inColumn: 35) == 50)

    try expectSuccess(of: "$W render hand.json --style all -q")
    let pictures = try folder.names().filter { $0.hasPrefix("hand.json.") }
    #expect(pictures.count == WaveformStyle.plain.count)
  }

  @Test(arguments: [
    "{}",
    #"{"bars":[]}"#,
    #"{"bars":[0.1,null]}"#,
    #"{"bars":[0.1"#,
    "{ not JSON",
    "{",
  ])
  func `JSON without bars is rejected with a message`(json: String) throws {
    try folder.write("bad.json", text: json)
    let run = try folder.shell("$W render bad.json -o x.png")
    #expect(run.status == 1)
    #expect(run.errorOutput.hasPrefix("wavethumb: \"bad.json\" has no bars to draw: "))
    #expect(try folder.names() == ["bad.json", "tone.wav"])
  }

  @Test(arguments: ["tone.wav", "./tone.wav", "sub/../tone.wav", "hard.wav", "soft.wav"])
  func `render rejects an output that is the input`(name: String) throws {
    let before = try folder.read("tone.wav")
    let run = try folder.shell(
      """
      mkdir sub
      ln tone.wav hard.wav
      ln -s tone.wav soft.wav
      $W render tone.wav -o \(name) --format png
      """
    )
    // The same name is a mistake on the command line; the same file by another name is found later.
    let isSameName = name == "tone.wav"
    #expect(run.status == (isSameName ? 2 : 1))
    #expect(run.errorOutput.contains("is the input and would be overwritten"))
    #expect(try folder.read("tone.wav") == before)

    // A shell can connect the input to the output as well.
    let appended = try folder.shell("$W render - -o - --format json < tone.wav >> tone.wav")
    #expect(appended.status == 1)
    #expect(try folder.read("tone.wav") == before)
  }

  @Test func `render keeps other programs' pictures and replaces our own`() throws {
    let foreign = try PNGEncoder.encodeForeign()
    // Under a name that is given, and under the default one.
    for (name, options) in [("x.png", "-o x.png"), ("tone.wav.mirroredBars.png", "")] {
      try folder.write(name, bytes: foreign)
      let render = "$W render tone.wav \(options)"
      let run = try folder.shell(render)
      #expect(run.status == 1)
      #expect(run.errorOutput.contains("was not made by wavethumb"))
      #expect(try folder.read(name) == foreign)

      try expectSuccess(of: "rm \(name); \(render); \(render)")
    }
  }

  @Test(arguments: [
    "notes.json", "letter.svg", "x.png", "x.dat", "x.peaks.json", "x.wavesurfer.json",
  ])
  func `render keeps a file of another kind under any extension`(name: String) throws {
    let notes = Array(#"{ "my": ["notes", 1, 2] }"#.utf8)
    try folder.write(name, bytes: notes)
    let run = try folder.shell("$W render tone.wav -o \(name)")
    #expect(run.status == 1)
    #expect(run.errorOutput.contains("was not made by wavethumb"))
    #expect(try folder.read(name) == notes)
    // An empty file is nobody's loss, and the second run replaces our own.
    let render = "$W render tone.wav -o \(name)"
    try expectSuccess(of: ": > \(name); \(render); \(render)")
  }

  @Test func `render follows a link to its target`() throws {
    try expectSuccess(
      of: "mkdir sub; : > sub/x.png; ln -s sub/x.png y.png; $W render tone.wav -o y.png"
    )
    #expect(try folder.shell("readlink y.png").text == "sub/x.png\n")
    #expect(try folder.picture("sub/x.png").width == 598)
  }

  @Test func `file modes follow the umask`() throws {
    try expectSuccess(
      of: "umask 027; $W render tone.wav -o x.png; $W render tone.wav --format json"
    )
    #expect(try folder.shell("stat -c %a x.png tone.wav.json").text == "640\n640\n")
  }

  /// An input that is no recording.
  private struct BadInput {
    let path: String
    /// A part of the message.
    let reason: String
    /// What cannot be opened is a mistake on the command line, and all else a failure of the recording.
    var status: CInt = 3
  }

  @Test(arguments: [
    BadInput(path: "nothing.wav", reason: "there is no file", status: 1),
    BadInput(path: "sub", reason: "folder"),
    BadInput(path: "pipe", reason: "pipe"),
    BadInput(path: "/dev/zero", reason: "device"),
    BadInput(path: "empty.wav", reason: "Empty"),
    BadInput(path: "byte.wav", reason: "Not audio"),
    BadInput(path: "cut.wav", reason: ""),
  ])
  private func `a recording that cannot be drawn is named with its reason`(
    input: BadInput
  ) throws {
    let run = try folder.shell(
      """
      mkdir sub
      mkfifo pipe
      : > empty.wav
      printf x > byte.wav
      head -c 20 tone.wav > cut.wav
      exec $W render \(input.path) -o x.png
      """
    )
    #expect(run.status == input.status)
    #expect(run.errorOutput.contains(input.path))
    #expect(run.errorOutput.contains(input.reason))
    // Advice that only a scan can give.
    #expect(!run.errorOutput.contains("--exclude"))
    #expect(!run.errorOutput.contains("next run"))

    let outputs = try folder.names().filter { $0.hasSuffix(".png") || $0.hasSuffix(".tmp") }
    #expect(outputs.isEmpty)
  }

  @Test(arguments: ["-o /dev/full --format png", "-o - > /dev/full", "-o nowhere/x.png", "-o sub"])
  func `an output that cannot be written exits with 1`(output: String) throws {
    let run = try folder.shell("mkdir sub; $W render tone.wav --format png \(output)")
    #expect(run.status == 1)
    #expect(run.errorOutput.hasPrefix("wavethumb: "))
    #expect(run.errorOutput.contains("cannot be written"))
    #expect(try folder.names() == ["sub", "tone.wav"])
  }

  @Test func `standard output contains the file only`() throws {
    let picture = try folder.shell("$W render tone.wav -o - -v --no-cache")
    try expectSuccess(of: "$W render tone.wav -o x.png")
    #expect(try picture.output == folder.read("x.png"))
    #expect(picture.errorOutput == "drawn tone.wav (decoded)\n")

    // By its name as by the dash.
    let json = try folder.shell("$W render tone.wav -o - --format json")
    #expect(json.text.hasPrefix("{\n  \"version\": 2,"))
    let named = try folder.shell("$W render tone.wav -o /dev/stdout --format json | cat")
    #expect(named.output == json.output)
  }

  @Test func `a reader that closes the pipe is no failure`() throws {
    // As `head` and pagers do.
    let run = try folder.shell("{ $W render tone.wav -o -; echo $? >&2; } | head -c 0")
    #expect(run.errorOutput == "0\n")
  }

  @Test func `data has the requested number of bars`() throws {
    // More than the picture has pixels.
    let run = try folder.shell("$W render tone.wav -o - --format json --bars 2400 --size 40x40")
    #expect(try JSONValue(run.output)["bars"]?.array?.count == 2400)
  }

  @Test func `render needs no environment variables`() throws {
    try expectSuccess(of: "env -i $W render tone.wav -o x.png --no-cache")
  }
}

extension PNGPicture {
  /// Returns how many pixels of a column are opaque.
  fileprivate func opaquePixels(inColumn column: Int) -> Int {
    (0..<height).count { row in
      let alpha = pixels[(row * width + column) * 4 + 3]
      return alpha == 255
    }
  }
}

extension PNGEncoder {
  /// Returns a picture without our generator mark.
  fileprivate static func encodeForeign() throws -> [UInt8] {
    let pixel: [UInt8] = [1, 2, 3, 255]
    return try unsafe encode(
      premultiplied: pixel.span.bytes,
      width: 1,
      height: 1,
      pixelsPerPoint: 1,
      text: [("Software", "somebody's")]
    )
  }
}

import Decoding
import Testing
import WavethumbBytes

/// Tests text files beside recordings, which the command parses without a sandbox.
@Suite struct `A hostile text` {
  /// File names and hostile texts by key; a test failure prints the short key only.
  private static let marks: [String: (file: String, text: String)] = [
    "marks": ("a.txt", "0\t1\te" + String(repeating: "\u{301}", count: 100_000)),
    "flags": ("a.txt", "0\t1\t" + String(repeating: "\u{1F1E6}", count: 100_000)),
    "lines": ("a.txt", String(repeating: "0\t0\te\u{301}\u{302}\u{316}\n", count: 60_000)),
    "sheet": (
      "a.cue",
      String(
        repeating: "FILE \"" + String(repeating: "\u{316}\u{301}", count: 900)
          + "\" WAVE\nTRACK 01 AUDIO\nINDEX 01 00:00:00\n",
        count: 200
      )
    ),
    "title": (
      "a.chapters.json",
      #"{"chapters": [{"startTime": 0, "title": "e"#
        + String(repeating: "\u{301}", count: 200_000) + #""}]}"#
    ),
    "member": (
      "a.chapters.json",
      #"{"chapters": [{""# + String(repeating: "\u{316}\u{301}", count: 100_000)
        + #"": 1, "startTime": 0, "title": "x"}]}"#
    ),
    "digits": (
      "a.chapters.json",
      #"{"chapters": [{"startTime": 0."# + String(repeating: "7", count: 900_000)
    ),
  ]

  @Test(arguments: marks.keys.sorted())
  func `hostile marker text is drawn and listed quickly`(kind: String) throws {
    let (name, text) = try #require(Self.marks[kind])
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", as: "a.wav")
    try library.write(text, to: name)
    // The processor time of a command is limited.
    #expect(try library.scan("--markers auto").status == 0)
    for marker in try library.entries().first?["markers"]?.array ?? [] {
      #expect(marker["label"]?.string?.utf8.count ?? 0 <= 1024)
    }
  }

  @Test func `too many ignore rules are rejected`() throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", as: "a.wav")
    let rules = (0..<10_001).map { "name\($0)\n" }.joined()
    try library.write(rules, to: ".wavethumbignore")
    let run = try library.scan()
    #expect(run.status == 3)
    #expect(run.errorOutput.contains(".wavethumbignore"), "\(run.errorOutput)")
    try library.write(Array(rules.utf8.dropLast(10)), to: ".wavethumbignore")
    #expect(try library.scan().status == 0)
  }

  /// Without the signal each command computes for seconds; after it, for a tenth of a second
  /// (longer in debug builds and with a sanitizer).
  @Test(.enabled(if: WorkerSandbox.boundsMemory), arguments: LongReading.allCases)
  func `processing hostile text stops at a signal`(reading: LongReading) throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", as: "a.wav")
    let command = try reading.prepare(library)
    var seconds = reading.secondsUntilSignal
    var ended = try ProcessSetup.interrupt(command, after: seconds)
    // On a fast machine the command may end before the signal.
    for _ in 0..<4 where ended == nil {
      seconds /= 2
      ended = try ProcessSetup.interrupt(command, after: seconds)
    }

    let (status, processorSeconds) = try #require(ended)
    // With audiowaveform's options, the exit status is audiowaveform's.
    #expect(status == (reading == .points ? 1 : 143))
    #expect(processorSeconds < 1)
  }
}

/// A text that takes seconds to process.
enum LongReading: CaseIterable {
  case rules, longRules, bars, points, manifest, listing, markers

  /// The processor time in seconds after which the command is processing the text.
  var secondsUntilSignal: Double {
    switch self {
    case .rules, .longRules, .markers: 0.7
    case .listing: 1.2
    case .bars: 0.2
    case .points: 2
    case .manifest: 0.05
    }
  }

  /// Writes the text into a library of one recording and returns the command that reads it.
  func prepare(_ library: TemporaryLibrary) throws -> String {
    let scan = "'\(ProcessSetup.binary)' scan '\(library.library)' --cache '\(library.cache)'"
    switch self {
    case .rules:
      try Self.writeRules(to: library)
      return scan
    case .longRules:
      try Self.writeLongRules(to: library)
      return scan
    case .bars:
      let bars = #"{"x": ["# + Self.ones + #"1], "bars": [1]}"#
      try library.write(bars, to: "bars.json")
      return
        "'\(ProcessSetup.binary)' render '\(library.library)/bars.json' -o '\(library.root)/x.png'"
    case .points:
      try Self.writePoints(to: library)
      return """
        '\(ProcessSetup.binary)' audiowaveform -i '\(library.library)/points.dat' \
        -o '\(library.root)/x.png' -z auto
        """
    case .manifest:
      try Self.writeManifest(of: library)
      return scan
    case .listing:
      try Self.writeListing(of: library)
      return "'\(ProcessSetup.binary)' verify '\(library.library)/.wavethumb'"
    case .markers:
      try Self.writeMarkers(to: library)
      return scan + " --markers auto"
    }
  }

  private static func writeRules(to library: TemporaryLibrary) throws {
    let rules = (0..<10_000).map { "**/\($0)*a*b*c/**/x*y\n" }.joined()
    try library.write(rules, to: ".wavethumbignore")
    library.shell("cd library; for n in $(seq 3000); do ln a.wav b$n.wav; done")
  }

  // Each rule is tried at every letter of every folder name, and fails at its end.
  private static func writeLongRules(to library: TemporaryLibrary) throws {
    let beginning = "*" + String(repeating: "a", count: 190)
    let rules = (0..<5000).map { "\(beginning)b\($0)\n" }.joined()
    try library.write(rules, to: ".wavethumbignore")
    let folder = String(repeating: "a", count: 240)
    let deep = [String](repeating: folder, count: 8).joined(separator: "/")
    library.shell("cd library; mkdir -p \(deep); ln a.wav \(deep)/a.wav")
  }

  private static func writePoints(to library: TemporaryLibrary) throws {
    let count: UInt32 = 40_000_000
    let head = [1, 1, 8000, 2, count].flatMap { (number: UInt32) in
      (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    let values = [UInt8](repeating: 1, count: 2 * Int(count))
    try library.write(head + values, to: "points.dat")
  }

  private static func writeManifest(of library: TemporaryLibrary) throws {
    _ = try library.scan()
    library.shell("rm -r cache")
    try replace(#""settings": {"#, with: #""settings": { "x": ["# + ones + "1],", of: library)
  }

  // A thousand entries of a thousand pictures: a longer entry is refused at once.
  private static func writeListing(of library: TemporaryLibrary) throws {
    _ = try library.scan()
    let pictures = (0..<1000).map {
      #"{"style": "bars", "path": "\#($0).png", "bytes": 1, "digest": "\#(noDigest)"},"#
    }
    let list = #""thumbnails": ["#
    try replace(list, with: list + pictures.joined(), of: library)
    let manifest = try library.text("library/.wavethumb/manifest.json")
    let start = try #require(manifest.firstRange(of: #""files": ["#)).upperBound
    let end = try #require(manifest.lastIndex(of: "]"))
    let entries = [Substring](repeating: manifest[start..<end], count: 1000)
    let text = String(manifest[..<start]) + entries.joined(separator: ",") + manifest[end...]
    try library.write(text, to: ".wavethumb/manifest.json")
  }

  /// Replaces a text in the manifest of a library.
  private static func replace(
    _ text: String,
    with other: String,
    of library: TemporaryLibrary
  ) throws {
    let manifest = try library.contents("library/.wavethumb/manifest.json")
    let changed = String(decoding: manifest, as: UTF8.self).replacing(text, with: other)
    try library.write(changed, to: ".wavethumb/manifest.json")
  }

  private static func writeMarkers(to library: TemporaryLibrary) throws {
    let labels = String(repeating: "0\t0\tabc\n", count: 100_000)
    library.shell("cd library; for n in $(seq 300); do ln a.wav b$n.wav; done")
    try library.write(labels, to: "b1.txt")
    library.shell("cd library; for n in $(seq 2 300); do ln b1.txt b$n.txt; done")
    _ = try library.scan("--markers none")
  }

  private static let noDigest = String(repeating: "0", count: 32)

  /// The elements of a 16 MB JSON array.
  private static var ones: String { String(repeating: "1,", count: 8_000_000) }
}

import Decoding
import TestSupport
import Testing
import WavethumbBytes

/// Tests text files beside recordings, which the command parses without a sandbox.
@Suite struct `A hostile text` {
  /// A file of markers that is slow to read for a parser that is not careful.
  private struct HostileFile: CustomTestStringConvertible {
    /// A failure prints this, and not the text.
    let testDescription: String
    let name: String
    let text: String
  }

  private static func repeating(_ text: String, count: Int) -> String {
    String(repeating: text, count: count)
  }

  // Swift joins marks and regional indicators to characters as long as they go on, and sorts marks by
  // their classes: characters of 100,000 scalars, and many that are to be sorted.
  private static let files = [
    HostileFile(
      testDescription: "marks in a label",
      name: "a.txt",
      text: "0\t1\te" + repeating("\u{301}", count: 100_000)
    ),
    HostileFile(
      testDescription: "flags in a label",
      name: "a.txt",
      text: "0\t1\t" + repeating("\u{1F1E6}", count: 100_000)
    ),
    HostileFile(
      testDescription: "many labels",
      name: "a.txt",
      text: repeating("0\t0\te\u{301}\u{302}\u{316}\n", count: 60_000)
    ),
    HostileFile(
      testDescription: "names in a cue sheet",
      name: "a.cue",
      text: repeating(
        "FILE \"" + repeating("\u{316}\u{301}", count: 900)
          + "\" WAVE\nTRACK 01 AUDIO\nINDEX 01 00:00:00\n",
        count: 200
      )
    ),
    HostileFile(
      testDescription: "title of a chapter",
      name: "a.chapters.json",
      text: #"{"chapters": [{"startTime": 0, "title": "e"#
        + repeating("\u{301}", count: 200_000)
        + #""}]}"#
    ),
    HostileFile(
      testDescription: "name of a member",
      name: "a.chapters.json",
      text: #"{"chapters": [{""#
        + repeating("\u{316}\u{301}", count: 100_000)
        + #"": 1, "startTime": 0, "title": "x"}]}"#
    ),
    HostileFile(
      testDescription: "digits of a number",
      name: "a.chapters.json",
      text: #"{"chapters": [{"startTime": 0."# + repeating("7", count: 900_000)
    ),
  ]

  @Test(arguments: files)
  private func `hostile marker text is drawn and listed quickly`(file: HostileFile) throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", as: "a.wav")
    try library.write(file.text, to: file.name)
    // The processor time of a command is limited.
    #expect(try library.scan("--markers auto").status == 0)

    let entry = try #require(try library.entries().first)
    let labels = entry["markers"]?.array?.compactMap { $0["label"]?.string } ?? []
    for label in labels {
      #expect(label.utf8.count <= 1024)
    }
  }

  @Test func `too many ignore rules are rejected`() throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", as: "a.wav")
    let rules = (0..<10_001).map { "name\($0)\n" }.joined()
    try library.write(rules, to: ".wavethumbignore")
    let run = try library.scan()
    #expect(run.status == 3)
    #expect(run.errorOutput.contains(".wavethumbignore"))

    // Without the last rule, there are as many as are allowed.
    try library.write(Array(rules.utf8.dropLast(10)), to: ".wavethumbignore")
    #expect(try library.scan().status == 0)
  }

  /// Without the signal each command computes for seconds; after it, for a tenth of a second
  /// (longer in debug builds and with a sanitizer).
  @Test(.enabled(if: WorkerSandbox.boundsMemory), arguments: LongReading.allCases)
  func `processing hostile text stops at a signal`(reading: LongReading) throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", as: "a.wav")
    let command = try reading.prepare(in: library)
    var seconds = reading.secondsUntilSignal
    var ending = try ProcessSetup.interrupt(command, after: seconds)
    // On a fast machine the command may end before the signal.
    for _ in 0..<4 where ending == nil {
      seconds /= 2
      ending = try ProcessSetup.interrupt(command, after: seconds)
    }

    let (status, processorSeconds) = try #require(ending)
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
  func prepare(in library: TemporaryLibrary) throws -> String {
    let command = "'\(ProcessSetup.binary)'"
    let scan = "\(command) scan '\(library.library)' --cache '\(library.cache)'"
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
      return "\(command) render '\(library.library)/bars.json' -o '\(library.root)/x.png'"
    case .points:
      try Self.writePoints(to: library)
      let options = "-o '\(library.root)/x.png' -z auto"
      return "\(command) audiowaveform -i '\(library.library)/points.dat' \(options)"
    case .manifest:
      try Self.writeManifest(of: library)
      return scan
    case .listing:
      try Self.writeListing(of: library)
      return "\(command) verify '\(library.library)/.wavethumb'"
    case .markers:
      try Self.writeMarkers(to: library)
      return scan + " --markers auto"
    }
  }

  // Each rule is tried at every place of each of 3,000 names.
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
    let count = 40_000_000
    // Version 1 with eight bits, 8 kHz, and a point for every two samples.
    let numbers = [1, 1, 8000, 2, count]
    let head = numbers.flatMap { StreamHeads.little(UInt32($0)) }
    let values = [UInt8](repeating: 1, count: 2 * count)
    try library.write(head + values, to: "points.dat")
  }

  private static func writeManifest(of library: TemporaryLibrary) throws {
    _ = try library.scan()
    library.shell("rm -r cache")
    let settings = #""settings":{"#
    try replace(settings, with: settings + #" "x": ["# + ones + "1],", inManifestOf: library)
  }

  // A thousand entries of a thousand pictures: a longer entry is refused at once.
  private static func writeListing(of library: TemporaryLibrary) throws {
    _ = try library.scan()
    let pictures = (0..<1000).map {
      #"{"style": "bars", "path": "\#($0).png", "bytes": 1, "digest": "\#(noDigest)"},"#
    }
    let list = #""thumbnails":["#
    try replace(list, with: list + pictures.joined(), inManifestOf: library)

    let manifest = try library.text("library/.wavethumb/manifest.json")
    let start = try #require(manifest.firstRange(of: #""files":["#)).upperBound
    let end = try #require(manifest.lastIndex(of: "]"))
    let entries = [Substring](repeating: manifest[start..<end], count: 1000)
    let head = String(manifest[..<start])
    let tail = manifest[end...]
    let text = head + entries.joined(separator: ",") + tail
    try library.write(text, to: ".wavethumb/manifest.json")
  }

  private static func replace(
    _ text: String,
    with other: String,
    inManifestOf library: TemporaryLibrary
  ) throws {
    let manifest = try library.text("library/.wavethumb/manifest.json")
    try library.write(manifest.replacing(text, with: other), to: ".wavethumb/manifest.json")
  }

  // 300 recordings with 100,000 labels each, by links to one file.
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

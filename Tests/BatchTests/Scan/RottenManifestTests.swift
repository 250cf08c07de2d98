import TestSupport
import Testing
import WavethumbBytes
import WavethumbLibrary
import WavethumbSystem

@testable import WavethumbBatch
@testable import WavethumbOptions

/// Simulates silent disk corruption: a byte changes, size and times do not.
@Suite struct `A silently corrupted manifest` {
  private let tree: TemporaryTree
  private let options: ScanOptions

  init() throws {
    let tree = try TemporaryTree()
    self.tree = tree
    try tree.write("library/a.wav", bytes: WaveFile.tone(frames: 9000).bytes)
    let library = tree.path.appending("library").lossyText
    let cache = tree.path.appending("cache").lossyText
    let arguments = ["scan", library, "--cache", cache, "--isolation", "off", "-q"]
    let bytes = arguments.map { word in Array(word.utf8) }
    guard case .scan(let options) = try CommandLineParser.parse(bytes) else {
      preconditionFailure("expected scan options")
    }
    self.options = options
  }

  /// Runs a scan and returns whether it succeeded.
  private func scan() throws -> Bool {
    let report = Report(.quiet)
    let start = try ScanStart(options, report: report, interruption: Interruption())
    return ScanRun(start, report: report, interruption: Interruption()).run() == .success
  }

  /// Changes a byte of the manifest and updates its identity in the sightings.
  // A disk that rots changes no times. This test cannot write without changing them, so that it makes the
  // last run remember the new ones.
  private func rot() throws {
    let name: RawPath = "library/.wavethumb/manifest.json"
    let text = String(decoding: try tree.read(name), as: UTF8.self)
    let rotten = text.replacing("\"sampleRate\":8000", with: "\"sampleRate\":9000")
    // Else the replacement found nothing, and the test nothing to notice.
    #expect(rotten != text)
    try tree.write(name, text: rotten)
    let key = ScanPaths(options).sightings()
    let cache = try CacheFolder(at: tree.path.appending("cache"), creating: false)
    let sightings = try #require(SightingsFile.load(key, from: cache))
    var facts = sightings.facts
    facts.manifest = try tree.folder.status(of: name).identity
    var builder = SightingsBuilder(key)
    for device in sightings.devices {
      _ = builder.number(ofDevice: device)
    }
    for number in 0..<sightings.count {
      builder.append(sightings[number])
    }
    SummaryCache(cache, budget: 1 << 30).keep(builder.encoded(facts), of: key)
  }

  @Test func `a damaged manifest is not copied into the next one`() throws {
    #expect(try scan())
    let entry = "\"path\":\"a.wav\""
    try rot()
    // Nothing is new, so the manifest is not read.
    #expect(try scan())
    // A new recording makes a new manifest, into which entries of the old one would be copied.
    try tree.write("library/b.wav", bytes: WaveFile.tone(frames: 7000).bytes)
    #expect(try scan())
    let text = String(decoding: try tree.read("library/.wavethumb/manifest.json"), as: UTF8.self)
    #expect(text.contains(entry))
    #expect(text.contains("\"path\":\"b.wav\""))
    #expect(!text.contains("9000"), "\(text)")
  }
}

import TestSupport
import Testing
import WavethumbBytes

/// Tests the checksums that files declare of their own samples.
@Suite struct `Checksums of samples` {
  /// Returns a library with a right and a wrong FLAC of 16 and of 24 bits, one without a checksum,
  /// one that is cut, and the same for WAV.
  private static func library() throws -> TemporaryLibrary {
    let library = try TemporaryLibrary()
    for name in ["flac16.flac", "flac24.flac", "cut.flac", "id3-before.flac"] {
      try library.add(name, as: name)
    }
    // The MD5 is at bytes 26 to 41 of a FLAC file.
    for name in ["flac16", "flac24"] {
      var bytes = try library.contents("library/\(name).flac")
      bytes[30] ^= 1
      try library.write(bytes, to: "\(name)-wrong.flac")
      bytes.replaceSubrange(26..<42, with: repeatElement(0, count: 16))
      try library.write(bytes, to: "\(name)-none.flac")
    }
    let wave = WaveFile.tone(frames: 3000)
    var md5 = MD5()
    let samples = Array(wave.bytes.dropFirst(44))
    unsafe md5.add(samples.span.bytes)
    let digest = md5.finish()
    let chunk = Array("MD5 ".utf8) + [16, 0, 0, 0]
    try library.write(wave.bytes + chunk + digest, to: "right.wav")
    try library.write(wave.bytes + chunk + digest.reversed(), to: "reversed.wav")
    try library.write(wave.bytes + chunk + digest.map { $0 ^ 1 }, to: "wrong.wav")
    try library.write(wave.bytes + chunk + digest.prefix(8), to: "short.wav")
    return library
  }

  private static let wrong = ["flac16-wrong.flac", "flac24-wrong.flac", "wrong.wav"]

  @Test func `wrong checksums are findings, also for each other number of jobs`() throws {
    let library = try Self.library()
    let run = try library.scan("--analyze")
    #expect(run.errorOutput.contains("checksum"), "\(run.errorOutput)")

    let manifest = try library.contents("library/.wavethumb/manifest.json")
    let files = try JSONValue(manifest)["files"]?.array ?? []
    var found: [String] = []
    for file in files {
      let findings = file["findings"]?.array?.compactMap(\.string) ?? []
      if findings.contains("checksumMismatch") {
        found.append(file["path"]?.string ?? "")
      }
      let checksum = file["sound"]?["checksum"]?.bool
      switch file["path"]?.string {
      case "right.wav", "reversed.wav", "flac16.flac", "flac24.flac": #expect(checksum == true)
      case "flac16-none.flac", "short.wav", "cut.flac": #expect(checksum == nil)
      default: break
      }
    }

    #expect(found == Self.wrong)
    let other = try library.scan("--analyze --jobs 1 --no-cache --output {}/one")
    #expect(other.status == run.status)
    #expect(try library.contents("one/manifest.json").count == manifest.count)
  }

  @Test(arguments: ["", "--analyze"])
  func `verify names recordings whose samples differ`(options: String) throws {
    let library = try Self.library()
    _ = try library.scan(options)
    let run = try CommandRun("verify \(library.output) --recordings")
    #expect(run.status == 4, "\(run.errorOutput)")
    let lines = run.errorLines.filter { $0.contains("checksum") }
    #expect(lines.count == Self.wrong.count, "\(run.errorOutput)")
    for (line, name) in zip(lines, Self.wrong) {
      #expect(line.contains(name))
    }
    let plain = try CommandRun("verify \(library.output)")
    #expect(plain.status == 0, "\(plain.errorOutput)")
  }
}

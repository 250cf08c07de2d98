import TestSupport
import Testing
import WavethumbBytes

/// Tests the checksums that files declare of their own samples.
@Suite struct `Checksums of samples` {
  /// Returns a library with a right and a wrong FLAC of 16 and of 24 bits, one without a checksum,
  /// one that is cut, and the same for WAV.
  private static func library() throws -> TemporaryLibrary {
    let library = try TemporaryLibrary()
    try library.add("flac16.flac", "flac24.flac", "cut.flac", "id3-before.flac")
    for name in ["flac16", "flac24"] {
      try addWrongFLAC(to: library, from: name)
    }
    try addWaves(to: library)
    return library
  }

  /// Adds copies of a FLAC with a wrong checksum and without one.
  private static func addWrongFLAC(to library: TemporaryLibrary, from name: String) throws {
    // After `fLaC`, four bytes of a head and 18 of STREAMINFO.
    let md5 = 26..<42
    let whole = try library.contents("library/\(name).flac")

    var wrong = whole
    wrong[md5.lowerBound + 4] ^= 1
    try library.write(wrong, to: "\(name)-wrong.flac")

    // All zeros say that the encoder did not compute it.
    var none = whole
    none.replaceSubrange(md5, with: repeatElement(0, count: md5.count))
    try library.write(none, to: "\(name)-none.flac")
  }

  /// Adds WAV files that end with a chunk of a checksum.
  private static func addWaves(to library: TemporaryLibrary) throws {
    let wave = WaveFile.tone(frames: 3000).bytes
    // The samples begin after a header of 44 bytes.
    let samples = Array(wave.dropFirst(44))
    var md5 = MD5()
    unsafe md5.add(samples.span.bytes)
    let digest = md5.finish()

    let recording = wave + Array("MD5 ".utf8) + [16, 0, 0, 0]
    try library.write(recording + digest, to: "right.wav")
    // BWF MetaEdit stores it as one little-endian number.
    try library.write(recording + digest.reversed(), to: "reversed.wav")
    try library.write(recording + digest.map { $0 ^ 1 }, to: "wrong.wav")
    try library.write(recording + digest.prefix(8), to: "short.wav")
  }

  private static let wrong = ["flac16-wrong.flac", "flac24-wrong.flac", "wrong.wav"]

  @Test func `wrong checksums are findings, also for each other number of jobs`() throws {
    let library = try Self.library()
    let run = try library.scan("--analyze")
    #expect(run.errorOutput.contains("checksum"))

    let mismatched = try library.entries().filter { entry in
      entry["findings"]?.array?.contains(.string("checksumMismatch")) == true
    }
    #expect(mismatched.compactMap { $0["path"]?.string } == Self.wrong)

    for name in ["right.wav", "reversed.wav", "flac16.flac", "flac24.flac"] {
      let sound = try library.entry(of: name)?["sound"]
      #expect(sound?["checksum"]?.bool == true, "\(name)")
    }
    // Nothing is said of a checksum that is missing, or of samples that are.
    for name in ["flac16-none.flac", "short.wav", "cut.flac"] {
      let sound = try library.entry(of: name)?["sound"]
      #expect(sound?["checksum"] == .null, "\(name)")
    }

    let other = try library.scan("--analyze --jobs 1 --no-cache --output {}/one")
    #expect(other.status == run.status)
    let manifest = try library.contents("library/.wavethumb/manifest.json")
    #expect(try library.contents("one/manifest.json") == manifest)
  }

  @Test func `list has the checksums as none, right and wrong`() throws {
    let library = try Self.library()
    try library.add("cbr.mp3", as: "lossy.mp3")
    #expect(try library.scan().status == 0)
    let unknown = try CommandRun("list \(library.output) --columns checksum --csv")
    #expect(!unknown.text.contains("none") && !unknown.text.contains("wrong"), "\(unknown.text)")
    #expect(try library.scan("--analyze").status == 0)
    for (checksum, isOf) in [("none", "lossy.mp3"), ("wrong", Self.wrong[0])] {
      let run = try CommandRun(
        "list \(library.output) --where checksum=\(checksum) --columns path,checksum --csv"
      )
      #expect(run.text.contains("\(isOf),\(checksum)\r\n"), "\(run.text)")
    }
    let right = try CommandRun("list \(library.output) --where checksum=right --columns path --csv")
    #expect(right.text.split(whereSeparator: \.isNewline).count > 1, "\(right.text)")
    let wrong = try CommandRun("list \(library.output) --where checksum=wrong --columns path --csv")
    #expect(
      wrong.text.split(whereSeparator: \.isNewline).count == 1 + Self.wrong.count,
      "\(wrong.text)"
    )
  }

  @Test func `the shares of some nights read each recording once`() throws {
    let library = try TemporaryLibrary()
    for number in 0..<40 {
      try library.add("pcm16.wav", as: "\(number % 3)/\(number).wav")
    }
    #expect(try library.scan().status == 0)
    // One recording has rotted: a bit of it has changed, and neither size nor time.
    library.shell(
      """
      touch -r library/1/7.wav time
      printf '\\377' | dd of=library/1/7.wav bs=1 seek=60 conv=notrunc status=none
      touch -r time library/1/7.wav
      """
    )
    var read = 0
    var statuses: [CInt] = []
    for share in 1...7 {
      let run = try CommandRun("verify \(library.output) --recordings=\(share)/7")
      statuses.append(run.status)
      let line = try #require(run.errorLines.first { $0.contains(" read: ") }, "\(run.errorOutput)")
      let words = line.split(separator: " ")
      read += try #require(words.count > 1 ? Int(words[1]) : nil, "\(line)")
      #expect(run.errorOutput.contains("1/7.wav") == (run.status == 4), "\(run.errorOutput)")
    }
    #expect(read == 40)
    #expect(statuses.sorted() == [0, 0, 0, 0, 0, 0, 4])
    let whole = try CommandRun("verify \(library.output) --recordings")
    #expect(whole.status == 4 && whole.errorOutput.contains("40 recordings read: 1 damaged"))
    #expect(try CommandRun("verify \(library.output) --recordings=8/7").status == 2)
    #expect(try CommandRun("verify \(library.output) --recordings=x").status == 2)
  }

  @Test(arguments: ["", "--analyze"])
  func `verify names recordings whose samples differ`(options: String) throws {
    let library = try Self.library()
    _ = try library.scan(options)
    let run = try CommandRun("verify \(library.output) --recordings")
    #expect(run.status == 4, "\(run.errorOutput)")
    let lines = run.errorLines.filter { $0.contains("checksum in the file") }
    try #require(lines.count == Self.wrong.count, "\(run.errorOutput)")
    for (line, name) in zip(lines, Self.wrong) {
      #expect(line.contains(name))
    }

    #expect(run.errorOutput.contains(" with a checksum of the samples"), "\(run.errorOutput)")
    #expect(!run.errorOutput.contains(" 0 with a checksum"), "\(run.errorOutput)")

    // Only the option reads recordings.
    let plain = try CommandRun("verify \(library.output)")
    #expect(plain.status == 0, "\(plain.errorOutput)")
  }
}

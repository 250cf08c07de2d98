import Testing
import WavethumbBytes

/// Anyone may have written a manifest: no number in it may end the program.
@Suite struct `A hostile number in a manifest` {
  // None and less, one above the range of 32 bits, the last of 64, and one that is no integer at all.
  private static let numbers = ["0", "-1", "2147483648", "9223372036854775807", "1e300"]

  /// Returns the text with the value of each member of a name replaced, if it is a number.
  private func text(_ text: String, withValueOf name: String, replacedBy number: String) -> String {
    var replaced = ""
    var rest = text[...]
    while let member = rest.firstRange(of: "\"\(name)\":") {
      replaced += rest[..<member.upperBound]
      rest = rest[member.upperBound...]
      let digits = rest.prefix { "+-.0123456789eE".contains($0) }
      if !digits.isEmpty {
        replaced += number
        rest = rest[digits.endIndex...]
      }
    }
    return replaced + rest
  }

  /// Returns the names of all members whose values are numbers.
  private func names(in text: String) -> [String] {
    var names: Set<String> = []
    // What is between quotes is a name if a colon follows, and its value is a number if a digit does.
    let pieces = text.split(separator: "\"", omittingEmptySubsequences: false)
    for (name, next) in zip(pieces, pieces.dropFirst()) {
      guard next.hasPrefix(":"), let first = next.dropFirst().first else { continue }
      if "-0123456789".contains(first) {
        names.insert(String(name))
      }
    }
    return names.sorted()
  }

  @Test(arguments: numbers)
  func `no number ends a command`(number: String) throws {
    let library = try TemporaryLibrary()
    try library.add("cue.wav", "cut.wav", "cbr.mp3", "html.mp3")
    let options = "--animate 0.5@4 --size 60x20 --data json --data dat --analyze --markers auto"
    #expect(try library.scan("\(options) --page -q").status == 3)

    let manifest = "library/.wavethumb/manifest.json"
    let whole = try library.text(manifest)
    let names = names(in: whole)
    // Of settings, counts, durations, sizes, levels and events.
    #expect(names.count > 20, "\(names)")

    let commands = [
      "list library/.wavethumb --json",
      "list library/.wavethumb --csv",
      "list library/.wavethumb",
      "verify library/.wavethumb --cache none",
      "scan library --no-cache --page \(options) -q",
    ]
    for name in names {
      var text = text(whole, withValueOf: name, replacedBy: number)
      if let digest = text.firstRange(of: ",\n\"digest\":") {
        text = String(text[..<digest.lowerBound])
      }
      let forged = ForgedManifest.withTrailer(Array(text.utf8))
      for command in commands {
        try library.write(forged, to: ".wavethumb/manifest.json")
        let run = try CommandRun(command, in: library.root)
        // A status of 128 and more is a signal.
        #expect(run.status < 128, "\(name) \(number): \(command): \(run.errorOutput)")
      }
    }
  }

  @Test(arguments: [
    "cache/CACHEDIR.TAG",
    "cache/usage",
    "library/.wavethumb/.wavethumb-run.1-of-2",
    "library/.wavethumb/a.wav.mirroredBars.png",
  ])
  func `a sparse file larger than memory ends no run`(path: String) throws {
    let library = try TemporaryLibrary()
    try library.add("mono.wav", as: "a.wav")
    #expect(try library.scan("-q").status == 0)
    // Whoever reads a whole file into memory, or asks for as much as it has bytes, gets no memory.
    library.shell("rm -f '\(path)'; truncate -s 15T '\(path)'")
    try library.add("pcm16.wav", as: "b.wav")
    for command in ["scan library --prune", "verify library/.wavethumb"] {
      let run = try CommandRun("\(command) --cache cache -q", in: library.root)
      #expect(run.status < 128, "\(command)")
    }
  }
}

import Testing
import WavethumbBytes

/// Anyone may have written a manifest: no number in it may end the program.
@Suite struct `A hostile number in a manifest` {
  private static let numbers = ["0", "-1", "2147483648", "9223372036854775807", "1e300"]

  /// Returns the text with the value of each member of a name replaced, if it is a number.
  private func replacing(_ name: String, with number: String, in text: String) -> String {
    var replaced = ""
    var rest = text[...]
    let mark = "\"\(name)\": "
    while let found = rest.firstRange(of: mark) {
      replaced += rest[..<found.upperBound]
      rest = rest[found.upperBound...]
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
    let quoted = text.split(separator: "\"", omittingEmptySubsequences: false)
    for (name, next) in zip(quoted, quoted.dropFirst()) {
      guard next.hasPrefix(": "), let sign = next.dropFirst(2).first else { continue }
      if "-0123456789".contains(sign) {
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
    #expect(names.count > 20, "\(names)")

    for name in names {
      var text = replacing(name, with: number, in: whole)
      if let seal = text.firstRange(of: ",\n  \"digest\": ") {
        text = String(text[..<seal.lowerBound])
      }
      let sealed = ForgedManifest.sealed(Array(text.utf8))
      for command in [
        "list {}/library/.wavethumb --json", "list {}/library/.wavethumb --csv",
        "list {}/library/.wavethumb", "verify {}/library/.wavethumb --cache {}/none",
        "scan {}/library --no-cache --page \(options) -q",
      ] {
        try library.write(sealed, to: ".wavethumb/manifest.json")
        let run = try CommandRun(command.replacing("{}", with: library.root))
        #expect(run.status < 128, "\(name) \(number): \(command): \(run.errorOutput)")
      }
    }
  }

  @Test(arguments: [
    "cache/CACHEDIR.TAG", "cache/usage", "library/.wavethumb/.wavethumb-run.1-of-2",
    "library/.wavethumb/a.wav.mirroredBars.png",
  ])
  func `a sparse file larger than memory ends no run`(path: String) throws {
    let library = try TemporaryLibrary()
    try library.add("mono.wav", as: "a.wav")
    #expect(try library.scan("-q").status == 0)
    library.shell("rm -f '\(path)'; truncate -s 15T '\(path)'")
    try library.add("pcm16.wav", as: "b.wav")
    for command in ["scan {}/library --prune", "verify {}/library/.wavethumb"] {
      let line = command.replacing("{}", with: library.root) + " --cache \(library.cache) -q"
      #expect(try CommandRun(line).status < 128, "\(command)")
    }
  }
}

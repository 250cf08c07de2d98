import Glibc
import Testing
import WavethumbBytes
import WavethumbLibrary
import WavethumbSystem

/// Plants user files in output folders, corrupts all files that are read back, and runs every
/// command that writes: planted files must not change, and no files may appear elsewhere.
///
/// `scripts/fuzz` runs more rounds by `WAVETHUMB_PLANTED`.
@Suite struct `Files planted by an attacker` {
  // 40 commands a run of the suite; `scripts/fuzz` asks for many more.
  private static let campaigns = number(inVariable: "WAVETHUMB_PLANTED") ?? 4
  private static let rounds = 10

  private static let commands = [
    "scan library --force --prune",
    "scan library --prune=unlisted",
    "scan library --force --page --cover auto",
    "scan library --data json --data dat --force",
    "scan library --output shared --prune=unlisted --force",
    "scan library --output own --manifest place/data.json",
    "scan library --output shared --shard 1/2 --data peaks",
    "scan library --output shared --shard 2/2 --data peaks",
    "merge shared",
    "merge shared --prune --library library",
    "merge part1 part2 --output whole",
    "merge part1 part2 --output whole --page --library library",
    "verify library/.wavethumb --repair",
    "verify whole --library library --repair",
    "verify shared --library library --repair",
    "cache --clear --cache cache",
    "cache --prune 4K --cache cache",
    "cache --clear --cache docs",
    "scan library --cache place",
    "desktop enable",
    "desktop disable",
    "render library/a.wav -o made.png",
    "render library/a.wav -o made.dat",
    "thumbnail library/a.wav small.png",
  ]
  private static let folders = [
    "docs",
    "place",
    "library",
    "library/.wavethumb",
    "library/.wavethumb/Show",
    "library/Show",
    "part1",
    "part2",
    "shared",
    "shared/Show",
    "own",
    "whole",
    "whole/Show",
    "cache",
    "cache/runs-1",
    "cache/summaries-2",
    "cache/temporary",
    "home/.local/share/thumbnailers",
  ]
  // Names that wavethumb gives to files of its own, of other programs, and of art that it reads.
  private static let names = [
    "manifest.1-of-2.json",
    "manifest.2-of-3.json",
    "data.1-of-2.json",
    "manifest.json",
    "data.json",
    ".lock.1-of-2",
    ".lock.1-of-9",
    ".lock.joined",
    ".wavethumb-run",
    ".wavethumb-run.1-of-2",
    ".wavethumb-ledger",
    ".wavethumb-ledger.2-of-2",
    ".wavethumb-ledger.0123456789abcdef",
    ".wavethumb-notes.tmp",
    "a.wav.mirroredBars.png",
    "a.wav.dat",
    "a.wav.peaks.json",
    "b.mp3.line.png",
    "gone.wav.mirroredBars.png",
    "gone.wav.json",
    "index.html",
    "cover.jpg",
    "folder.png",
    "usage",
    "growth",
    "CACHEDIR.TAG",
    "notes.txt",
    "wavethumb.thumbnailer",
    "d",
    "covers",
    "Show",
  ]
  /// Files that wavethumb reads back and an attacker may write.
  private static let filesReadBack = [
    "library/.wavethumb/manifest.json",
    "part1/manifest.1-of-2.json",
    "part2/manifest.2-of-2.json",
    "shared/manifest.1-of-2.json",
    "shared/manifest.json",
    "whole/manifest.json",
    "own/manifest.json",
    "place/data.json",
    "cache/runs-1",
    "library/.wavethumb/.wavethumb-run",
    "shared/.wavethumb-run",
    "shared/.wavethumb-run.2-of-2",
    "library/.wavethumb/.wavethumb-ledger",
    "shared/.wavethumb-ledger",
    "part1/.wavethumb-ledger.1-of-2",
    "part2/.wavethumb-ledger.2-of-2",
    "whole/.wavethumb-ledger",
    "library/.wavethumb/index.html",
  ]
  private static let secret = "canary-secret"

  @Test(arguments: 0..<campaigns)
  func `planted files stay unchanged through every command`(campaign: Int) throws {
    let library = try TemporaryLibrary()
    let seed = Self.number(inVariable: "WAVETHUMB_PLANTED_SEED") ?? 0
    var attack = Attack(on: library, seed: campaign + seed)
    try prepare(library)
    var history = ""
    for _ in 0..<Self.rounds {
      var planted: [String] = []
      for _ in 0..<12 {
        let path = attack.one(of: Self.folders) + "/" + attack.one(of: Self.names)
        if attack.plant(path) {
          planted.append(path)
        }
      }
      for _ in 0...attack.next(below: 3) {
        try attack.corrupt(attack.one(of: Self.filesReadBack), sparing: planted)
      }

      let command = attack.one(of: Self.commands)
      let before = Self.listing(of: library, planted: planted)
      let run = try CommandRun(
        command + Self.cacheOption(for: command),
        in: library.root,
        environment: ["HOME": library.root + "/home"]
      )

      // A status of 128 and more is a signal: the files may make a run fail, but not crash.
      let after = Self.listing(of: library, planted: planted)
      history += "\(command) -> \(run.status)\n"
      #expect(run.status < 128, "\(history)\(run.errorOutput)")
      #expect(after == before, "campaign \(campaign)\n\(history)\(run.errorOutput)")
      if after != before { return }

      // The next round starts from intact outputs, or it would only meet the damage of this one.
      for path in planted {
        library.shell("rm -rf './\(path)'")
      }
      _ = try library.scan("--data dat --force -q")
    }
  }

  private static func number(inVariable name: String) -> Int? {
    Environment.value(name).flatMap { Int($0.lossyText) }
  }

  /// Returns the option that gives a command the cache of the library, if it has none of its own.
  private static func cacheOption(for command: String) -> String {
    let usesCache = ["scan", "merge", "verify", "render"].contains { command.hasPrefix($0) }
    let needsOption = usesCache && !command.contains("--cache")
    return needsOption ? " --cache cache" : ""
  }

  /// Makes outputs, parts, a merged output and a cache, with user files beside them.
  private func prepare(_ library: TemporaryLibrary) throws {
    try library.add("mono.wav", as: "a.wav")
    try library.add("mono.mp3", as: "Show/b.mp3")
    try library.add("pcm8.wav", as: "Show/c.wav")
    library.shell(
      """
      mkdir -p docs place home/.local/share/thumbnailers own
      printf \(Self.secret) > docs/secret
      printf '{"mine": "\(Self.secret)"}' > docs/mine.json
      printf \(Self.secret) > library/notes
      """
    )
    let scans = [
      "--data dat --page",
      "--output {}/shared --data peaks",
      "--output {}/shared --shard 1/2 --data peaks",
      "--output {}/part1 --shard 1/2 --data dat",
      "--output {}/part2 --shard 2/2 --data dat",
    ]
    for options in scans {
      #expect(try library.scan(options + " -q").status == 0)
    }
  }

  /// Lists all files that must not change (planted files, and files outside of the outputs), and
  /// all files that contain the secret.
  private static func listing(of library: TemporaryLibrary, planted: [String]) -> String {
    // Inode, size and time show a file that was replaced by an equal one; folders change their time
    // with each entry.
    let properties = #"\( -type d -printf '%p %i\n' -o -printf '%p %y %i %s %T@ %l\n' \)"#
    let outputs = [
      "cache", "part1", "part2", "shared", "whole", "own", "library/.wavethumb", "place",
    ]
    let isOutput = outputs.map { "-path ./\($0)" }.joined(separator: " -o ")
    let written = ["made.png", "made.dat", "small.png", "wavethumb.thumbnailer"]
    let isNotWritten = written.map { "! -name \($0)" }.joined(separator: " ")
    let plantedPaths = planted.map { "'./\($0)'" }.joined(separator: " ")
    return library.shell(
      """
      {
        find . \\( \(isOutput) \\) -prune -o \(isNotWritten) \(properties)
        for path in \(plantedPaths); do find $path \(properties); done
        find . -type f -exec grep -l \(Self.secret) {} +
      } | sort
      """
    )
  }
}

/// The moves of an attacker, determined by a seed.
private struct Attack {
  private let library: TemporaryLibrary
  private var random: StableHash

  init(on library: TemporaryLibrary, seed: Int) {
    self.library = library
    random = StableHash(seed: UInt64(seed))
  }

  mutating func next(below limit: Int) -> Int {
    random.add(1)
    return Int(random.value % UInt64(max(limit, 1)))
  }

  mutating func one<Element>(of choices: [Element]) -> Element {
    choices[next(below: choices.count)]
  }

  /// Plants a file, link, pipe or folder; returns whether the path was free.
  mutating func plant(_ path: String) -> Bool {
    let kind = one(of: [
      "printf 'canary-secret %s' \(next(below: 9)) > {}",
      #"echo '{"mine": 1}' > {}"#,
      // The beginning of a manifest, of another program.
      #"printf '{\n  "version": 1,\n  "generator": "somebody"' > {}"#,
      "echo mine > {}",
      // The beginning and the end of a PNG.
      #"printf '\211PNG\r\n\032\n\0\0\0\0IEND\256B`\202' > {}"#,
      "mkfifo {}",
      "ln -s \(library.root)/docs/secret {}",
      "ln -s \(library.root)/docs {}",
      "mkdir {} && echo mine > {}/mine",
    ])
    let answer = library.shell(
      """
      [ -d "$(dirname \(path))" ] && [ ! -e \(path) ] && [ ! -L \(path) ] || exit
      { \(kind.replacing("{}", with: path)); } && echo planted
      """
    )
    return !answer.isEmpty
  }

  /// Corrupts a file that wavethumb reads back, or a file in a folder of such files.
  mutating func corrupt(_ target: String, sparing planted: [String]) throws {
    // A missing file is written anew if its folder is there.
    let listing = library.shell(
      """
      if [ -d \(target) ]; then
        find \(target) -maxdepth 1 -type f | sort
      elif [ -L \(target) ]; then
        exit
      elif [ -f \(target) ]; then
        echo \(target)
      elif [ ! -e \(target) ] && [ -d "$(dirname \(target))" ]; then
        echo \(target)
      fi
      """
    )
    let files = listing.split(separator: "\n").map(String.init)
    let paths = files.filter { !planted.contains($0) }
    guard !paths.isEmpty else { return }
    let chosen = one(of: paths)
    let exists = library.shell("[ -e \(chosen) ] && echo yes") != ""
    var bytes = exists ? try library.contents(chosen) : []
    if exists, one(of: [true, false]) {
      damage(&bytes)
    } else {
      listUserFile(in: &bytes, of: chosen, sparing: planted)
    }
    try library.write(bytes, to: "../" + chosen)
  }

  /// Cuts the end of a file, or flips bits of up to four of its bytes.
  private mutating func damage(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return }
    if next(below: 3) == 0 {
      bytes.removeLast(next(below: bytes.count))
    } else {
      for _ in 0...next(below: 3) {
        bytes[next(below: bytes.count)] ^= UInt8(1 + next(below: 255))
      }
    }
  }

  /// Lists a user file in the text with its size, and its digest unless a digest would make it
  /// ours.
  private mutating func listUserFile(
    in bytes: inout [UInt8],
    of chosen: String,
    sparing planted: [String]
  ) {
    let inside = planted.compactMap { $0.split(separator: "/").last.map(String.init) }
    let outside = [
      "../docs/secret",
      "../../docs/secret",
      library.root + "/docs/secret",
      "d/../../docs/secret",
      "./../docs/secret",
      "Show/../../../docs/secret",
      "d/secret",
      "covers/secret",
    ]
    let isOutside = inside.isEmpty || next(below: 2) == 0
    let path: String
    let digest: String
    let size: Int
    if isOutside {
      // All true: only the path keeps the file from being ours.
      path = one(of: outside)
      digest = ContentDigest(of: Array("canary-secret".utf8)).hex
      size = 13
    } else {
      path = one(of: ["", "Show/", "./", "Show//"]) + one(of: inside)
      digest = String(repeating: "0", count: 32)
      size = one(of: [0, 2, 13, 17])
    }

    if chosen.hasSuffix(".joined") {
      bytes += Array("\(digest)\n".utf8)
    } else if chosen.hasSuffix(".json") {
      list(#"{"path": "\#(path)", "bytes": \#(size), "digest": "\#(digest)"}, "#, in: &bytes)
    } else {
      let written = WrittenFile(
        bytes: size,
        digest: ContentDigest(hex: digest) ?? ContentDigest(of: [UInt8]())
      )
      list(path, file: written, in: &bytes)
    }
  }

  /// Adds a line to a run file, or to a ledger, which is damaged by it as a whole.
  private mutating func list(_ path: String, file: WrittenFile, in bytes: inout [UInt8]) {
    guard let relative = RelativePath(RawPath(path)) else {
      bytes += [0] + Array("\(file.digest.hex) \(file.bytes) 0 \(path)".utf8) + [0]
      return
    }
    if bytes.isEmpty {
      bytes = Array("wavethumb run 1\0".utf8)
    }
    bytes += [0] + OwnedLine(relative, file).bytes
  }

  /// Adds an entry to a list of a manifest, followed by a valid digest or none.
  private mutating func list(_ entry: String, in bytes: inout [UInt8]) {
    var text = String(decoding: bytes, as: UTF8.self)
    let start = text.firstRange(of: one(of: ["\"thumbnails\":[", "\"outputs\":["]))
    if let start {
      text.insert(contentsOf: entry, at: start.upperBound)
    }
    if let end = text.firstRange(of: ",\n\"digest\"") {
      text.removeSubrange(end.lowerBound...)
      let hasTrailer = next(below: 3) > 0
      if hasTrailer {
        bytes = ForgedManifest.withTrailer(Array(text.utf8))
      } else {
        bytes = Array((text + "\n}\n").utf8)
      }
    } else {
      bytes = Array(text.utf8)
    }
  }
}

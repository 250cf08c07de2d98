import Glibc
import Testing
import WavethumbBytes
import WavethumbLibrary
import WavethumbSystem

/// Tests that files of other programs are never deleted, replaced or copied, whatever a manifest
/// says.
@Suite struct `Files of the user` {
  private func scanned(_ options: String = "") throws -> TemporaryLibrary {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", as: "Show/a.wav")
    try library.add("pcm24.wav", as: "b.wav")
    #expect(try library.scan(options).status == 0)
    return library
  }

  /// Adds a picture to the first recording of a manifest, with a valid digest or none.
  private func list(
    _ path: String,
    bytes: Int,
    digest: String,
    sealed: Bool,
    in library: TemporaryLibrary
  ) throws {
    let name = "library/.wavethumb/manifest.json"
    var text = try library.text(name)
    let start = try #require(text.firstRange(of: "\"thumbnails\": [")).upperBound
    text.insert(
      contentsOf: #"{"path": "\#(path)", "bytes": \#(bytes), "digest": "\#(digest)"}, "#,
      at: start
    )
    let end = try #require(text.firstRange(of: ",\n  \"digest\""))
    text.removeSubrange(end.lowerBound...)
    let sealed = sealed ? ForgedManifest.sealed(Array(text.utf8)) : Array((text + "\n}\n").utf8)
    try library.write(sealed, to: ".wavethumb/manifest.json")
  }

  private static let nothing = String(repeating: "0", count: 32)

  @Test(arguments: [
    "../../docs/thesis.odt", "{}/docs/thesis.odt", "linked/thesis.odt", "thesis.odt",
  ])
  func `users' files that a manifest lists as damaged pictures stay`(path: String) throws {
    for sealed in [false, true] {
      let library = try scanned()
      let root = library.root
      library.shell(
        """
        mkdir docs && printf content > docs/thesis.odt
        printf content > library/.wavethumb/thesis.odt; ln -s ../../docs library/.wavethumb/linked
        """
      )
      try list(
        path.replacing("{}", with: root),
        bytes: 7,
        digest: Self.nothing,
        sealed: sealed,
        in: library
      )
      let run = try CommandRun("verify \(library.output) --cache \(library.cache) --repair")
      #expect(
        try library.contents("docs/thesis.odt") == Array("content".utf8),
        "\(run.errorOutput)"
      )
      #expect(try library.contents("library/.wavethumb/thesis.odt") == Array("content".utf8))
      #expect(run.errorOutput.contains("damaged"), "\(run.errorOutput)")
    }
  }

  @Test func `users' files with the size of a listed picture stay and are reported`() throws {
    let library = try scanned("--data dat")
    let name = "library/.wavethumb/b.wav.dat"
    let size = try library.contents(name).count
    let mine = [UInt8](repeating: 7, count: size)
    try library.write(mine, to: ".wavethumb/b.wav.dat")
    let run = try CommandRun("verify \(library.output) --cache \(library.cache) --repair")
    #expect(run.status == 3, "\(run.errorOutput)")
    #expect(run.errorOutput.contains("has the name of an output"), "\(run.errorOutput)")
    #expect(try library.contents(name) == mine)
  }

  @Test(arguments: [0, 700])
  func `users' files stay, and our data with a changed byte is replaced`(offset: Int) throws {
    let library = try scanned("--data dat --data peaks")
    let name = "library/.wavethumb/b.wav.dat"
    let whole = try library.contents(name)
    var rotten = whole
    rotten[min(offset, whole.count - 1)] ^= 0xFF
    try library.write(rotten, to: ".wavethumb/b.wav.dat")
    let run = try CommandRun("verify \(library.output) --cache \(library.cache) --repair")
    #expect(run.status == 0, "\(run.errorOutput)")
    #expect(try library.contents(name) == whole)
  }

  @Test(arguments: [
    "d/../../../home/profile", "{}/secret", "../secret", "linked/secret", "alias", "plain",
  ])
  func `users' files are neither copied nor replaced by a merge`(path: String) throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", as: "a.wav")
    try library.add("pcm24.wav", as: "b.wav")
    let root = library.root
    for number in 1...2 {
      _ = try library.scan("--output {}/out\(number) --shard \(number)/2 --no-cache")
    }
    library.shell(
      """
      mkdir home secrets; echo secret > secret; echo secret > home/profile
      for part in out1 out2; do
        ln -s ../secrets $part/linked; ln -s ../secret $part/alias; mkdir $part/d
        cp secret $part/plain
      done
      echo secret > secrets/secret
      """
    )
    let forged = path.replacing("{}", with: root)
    for number in 1...2 {
      let name = "out\(number)/manifest.\(number)-of-2.json"
      var text = try library.text(name)
      guard let list = text.firstRange(of: "\"thumbnails\": [") else { continue }
      text.insert(
        contentsOf: #"{"path": "\#(forged)", "bytes": 7, "digest": "\#(Self.nothing)"}, "#,
        at: list.upperBound
      )
      let end = try #require(text.firstRange(of: ",\n  \"digest\""))
      text.removeSubrange(end.lowerBound...)
      try library.write(ForgedManifest.sealed(Array(text.utf8)), to: "../" + name)
    }
    library.shell("mkdir -p all/d; rm home/profile")
    let before = library.shell("find . -not -path './all*' | sort")

    let run = try CommandRun("merge \(root)/out1 \(root)/out2 --output \(root)/all --no-cache")
    #expect(run.status == 1, "\(run.errorOutput)")
    #expect(library.shell("find . -not -path './all*' | sort") == before)
    #expect(library.shell("grep -rl secret all").isEmpty)
  }

  @Test(arguments: ["scan", "scan again", "merge"])
  func `named like parts, locks and marks stay`(command: String) throws {
    let library = try scanned()
    let root = library.root
    Shell.output(
      """
      mkdir '\(root)/docs'; cd '\(root)/docs'
      """
    )
    let scan = "--output {}/out --manifest {}/docs/data.json"
    if command == "scan again" {
      #expect(try library.scan(scan).status == 0)
    }

    if command == "merge" {
      for number in 1...2 {
        _ = try library.scan(scan + " --shard \(number)/2")
      }
    }
    library.shell(
      """
      cd docs; echo '{"mine":1}' > data.1-of-3.json; echo x > .lock.1-of-9
      touch .lock.2-of-9; echo '{"generator": "wavethumb 0.1.0", "mine": 2}' > data.2-of-9.json
      """
    )
    if command != "merge" {
      library.shell("cd docs; touch .lock.joined")
    }
    let names = ["data.1-of-3.json", "data.2-of-9.json", ".lock.1-of-9", ".lock.2-of-9"]
    let before = try names.map { try library.contents("docs/" + $0) }

    let run =
      command == "merge"
      ? try CommandRun(
        "merge \(root)/out --manifest \(root)/docs/data.json --shards 2 --cache \(library.cache)"
      )
      : try library.scan(scan)
    #expect(run.status == 0, "\(run.errorOutput)")
    #expect(try names.map { try library.contents("docs/" + $0) } == before)
    #expect(run.errorOutput.contains("data.1-of-3.json"), "\(run.errorOutput)")

    if command == "merge" {
      #expect(library.shell("ls docs | grep -c of-2").hasPrefix("0"))
      #expect(!library.shell("ls -A out").contains("-of-2"))
    } else {
      #expect(library.shell("stat -c %s docs/.lock.joined") == "0\n")
    }
  }

  @Test func `users' files in place of a run file stop a run before it writes`() throws {
    let library = try scanned()
    library.shell("echo mine > library/.wavethumb/.wavethumb-run")
    let run = try library.scan("--force")
    #expect(run.status == 1)
    #expect(run.errorOutput.contains(".wavethumb-run"), "\(run.errorOutput)")
    #expect(library.shell("cat library/.wavethumb/.wavethumb-run") == "mine\n")
    let merge = try CommandRun("merge \(library.output) --no-cache")
    #expect(merge.status == 1, "\(merge.errorOutput)")
    #expect(library.shell("cat library/.wavethumb/.wavethumb-run") == "mine\n")
  }

  @Test func `words of a ledger start no program`() throws {
    let library = try scanned()
    let folder = try Folder(at: RawPath(library.output))
    let name: RawPath = ".wavethumb-ledger"
    let ledger = try #require(try LedgerFile.open(name, in: folder))
    var facts = try #require(try ledger.facts())
    let settings = String(decoding: facts.settings, as: UTF8.self)
    let forged = settings.replacing("\"ffmpeg\": \"sound\"", with: "\"ffmpeg\": \"all\"")
    #expect(forged != settings)

    facts.settings = Array(forged.utf8)
    let sections: [LedgerLayout.Section: BytePieces] = [
      .facts: BytePieces(facts.encoded()),
      .records: try #require(try ledger.pieces(of: .records)),
      .paths: try #require(try ledger.pieces(of: .paths)),
    ]
    try LedgerFile.write(sections, LedgerFile.head(sections), as: name, in: folder)
    // What is left of the manifest has no settings that hold.
    let manifest = try library.contents("library/.wavethumb/manifest.json")
    try library.write(Array(manifest.dropLast(40)), to: ".wavethumb/manifest.json")

    let run = try CommandRun("verify \(library.output) --repair --cache \(library.cache)")
    #expect(run.status == 1, "\(run.errorOutput)")
    #expect(run.errorOutput.contains("--ffmpeg must be given as at the scan"), "\(run.errorOutput)")
  }

  @Test(arguments: [
    "scan {}/library --output {}/out --manifest {}/docs/disk.json --no-cache",
    "scan {}/library --no-cache", "verify {}/library/.wavethumb --repair --cache {}/cache",
    "merge {}/library/.wavethumb --no-cache",
  ])
  func `users' files that begin with zeros are not damaged manifests`(command: String) throws {
    let library = try scanned()
    library.shell(
      """
      mkdir docs; { head -c 2000000 /dev/zero; echo mine; } > docs/disk.json
      cp docs/disk.json image; cp image library/.wavethumb/manifest.json
      """
    )
    let run = try CommandRun(command.replacing("{}", with: library.root))

    let kept = library.shell(
      "cmp image docs/disk.json && cmp image library/.wavethumb/manifest.json"
    )
    #expect(kept.isEmpty, "\(run.errorOutput)")
    #expect(command.hasPrefix("merge") || run.status == 1, "\(run.errorOutput)")
  }

  @Test func `users' files written to the manifest's path during a run stay`() throws {
    let library = try TemporaryLibrary()
    // The events fill the pipe, so the run blocks until the file is written.
    let run = try CommandRun(
      script: """
        mkdir docs; for n in $(seq 500); do echo '<html>' > library/$(printf %0200d $n).mp3; done
        \(ProcessSetup.binary) scan library --output out --manifest docs/data.json --json --no-cache |
        { read first; echo mine > docs/data.json; cat > /dev/null; }
        """,
      in: library.root
    )
    #expect(try library.contents("docs/data.json") == Array("mine\n".utf8), "\(run.errorOutput)")
    #expect(run.errorOutput.contains("was not generated by wavethumb"), "\(run.errorOutput)")
  }

  @Test func `users' files that are empty or not a page stay under our names`() throws {
    let library = try TemporaryLibrary()
    try library.add("pcm24.wav", as: "b.wav")
    Shell.output(
      """
      mkdir '\(library.output)'; cd '\(library.output)'; touch b.wav.mirroredBars.png
      echo notes > .wavethumb-notes.tmp; touch .wavethumb-run; echo page > ../../page
      """
    )
    library.shell("rm library/.wavethumb/.wavethumb-run")

    let run = try library.scan("--page")
    #expect(run.status == 3, "\(run.errorOutput)")
    #expect(try library.contents("library/.wavethumb/b.wav.mirroredBars.png").isEmpty)
    #expect(try !library.contents("library/.wavethumb/.wavethumb-notes.tmp").isEmpty)

    library.shell("cd library/.wavethumb; mv index.html ../../page; ln -s ../../page index.html")
    #expect(try library.scan("--page --color red").status == 1)
    #expect(library.shell("stat -c %F library/.wavethumb/index.html") == "symbolic link\n")
  }
}

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

  /// Returns a manifest up to the end of its entries, whose first recording has one more picture of
  /// seven bytes; nil if it lists no picture.
  private func manifest(_ manifest: String, listing path: String) throws -> String? {
    var text = manifest
    guard let list = text.firstRange(of: "\"thumbnails\":[") else { return nil }
    let noDigest = String(repeating: "0", count: 32)
    let picture = #"{"path": "\#(path)", "bytes": 7, "digest": "\#(noDigest)"}, "#
    text.insert(contentsOf: picture, at: list.upperBound)
    let digest = try #require(text.firstRange(of: ",\n\"digest\""))
    text.removeSubrange(digest.lowerBound...)
    return text
  }

  // Out of the output, from the top, through a link, and within the output. A repair that believed the
  // manifest would replace them.
  @Test(arguments: [
    "../../docs/thesis.odt",
    "{}/docs/thesis.odt",
    "linked/thesis.odt",
    "thesis.odt",
  ])
  func `users' files that a manifest lists as damaged pictures stay`(path: String) throws {
    // With a valid digest and without one.
    for hasTrailer in [false, true] {
      let library = try scanned()
      library.shell(
        """
        mkdir docs
        printf content > docs/thesis.odt
        printf content > library/.wavethumb/thesis.odt
        ln -s ../../docs library/.wavethumb/linked
        """
      )
      let forgedPath = path.replacing("{}", with: library.root)
      let manifest = try library.text("library/.wavethumb/manifest.json")
      let forged = try #require(try self.manifest(manifest, listing: forgedPath))
      if hasTrailer {
        let whole = ForgedManifest.withTrailer(Array(forged.utf8))
        try library.write(whole, to: ".wavethumb/manifest.json")
      } else {
        try library.write(forged + "\n}\n", to: ".wavethumb/manifest.json")
      }

      let run = try CommandRun("verify \(library.output) --cache \(library.cache) --repair")
      #expect(try library.text("docs/thesis.odt") == "content", "\(run.errorOutput)")
      #expect(try library.text("library/.wavethumb/thesis.odt") == "content")
      #expect(run.errorOutput.contains("damaged"))
    }
  }

  @Test func `users' files of another size than listed data stay and are reported`() throws {
    let library = try scanned("--data dat")
    let name = "library/.wavethumb/b.wav.dat"
    // Data has no mark: a repair takes one of the listed size for ours.
    let size = try library.contents(name).count
    let mine = [UInt8](repeating: 7, count: size + 1)
    try library.write(mine, to: ".wavethumb/b.wav.dat")
    let run = try CommandRun("verify \(library.output) --cache \(library.cache) --repair")
    #expect(run.status == 3, "\(run.errorOutput)")
    #expect(run.errorOutput.contains("has the name of an output"))
    #expect(try library.contents(name) == mine)
  }

  @Test(arguments: [0, 700])
  func `users' files stay, and our data with a changed byte is replaced`(offset: Int) throws {
    let library = try scanned("--data dat --data peaks")
    let name = "library/.wavethumb/b.wav.dat"
    let whole = try library.contents(name)
    var damaged = whole
    damaged[min(offset, whole.count - 1)] ^= 0xFF
    try library.write(damaged, to: ".wavethumb/b.wav.dat")
    let run = try CommandRun("verify \(library.output) --cache \(library.cache) --repair")
    #expect(run.status == 0, "\(run.errorOutput)")
    #expect(try library.contents(name) == whole)
  }

  // Paths out of the output, links in it, and a file in it that no scan wrote. Copied into the folder of
  // a web server, the secret would be published.
  @Test(arguments: [
    "d/../../../home/profile",
    "{}/secret",
    "../secret",
    "linked/secret",
    "alias",
    "plain",
  ])
  func `users' files are neither copied nor replaced by a merge`(path: String) throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", as: "a.wav")
    try library.add("pcm24.wav", as: "b.wav")
    for number in 1...2 {
      _ = try library.scan("--output {}/out\(number) --shard \(number)/2 --no-cache")
    }
    library.shell(
      """
      mkdir home secrets
      echo secret > secret
      echo secret > home/profile
      for part in out1 out2; do
        ln -s ../secrets $part/linked
        ln -s ../secret $part/alias
        mkdir $part/d
        cp secret $part/plain
      done
      echo secret > secrets/secret
      """
    )
    let forgedPath = path.replacing("{}", with: library.root)
    for number in 1...2 {
      let name = "out\(number)/manifest.\(number)-of-2.json"
      let manifest = try library.text(name)
      // A part may have no recording.
      if let forged = try self.manifest(manifest, listing: forgedPath) {
        try library.write(ForgedManifest.withTrailer(Array(forged.utf8)), to: "../" + name)
      }
    }
    library.shell("mkdir -p all/d; rm home/profile")
    let listing = "find . -not -path './all*' | sort"
    let before = library.shell(listing)

    let run = try CommandRun("merge out1 out2 --output all --no-cache", in: library.root)
    #expect(run.status == 1, "\(run.errorOutput)")
    #expect(library.shell(listing) == before)
    #expect(library.shell("grep -rl secret all").isEmpty)
  }

  /// Writes files into `docs` whose names are those of a part's manifest and locks.
  private func writeNamesakes(in library: TemporaryLibrary) {
    library.shell(
      """
      cd docs
      echo '{"mine":1}' > data.1-of-3.json
      echo '{"generator": "wavethumb 0.1.0", "mine": 2}' > data.2-of-9.json
      echo x > .lock.1-of-9
      touch .lock.2-of-9
      """
    )
  }

  private func namesakes(in library: TemporaryLibrary) throws -> [[UInt8]] {
    let names = ["data.1-of-3.json", "data.2-of-9.json", ".lock.1-of-9", ".lock.2-of-9"]
    return try names.map { try library.contents("docs/" + $0) }
  }

  private static let scanIntoDocs = "--output {}/out --manifest {}/docs/data.json"

  @Test(arguments: [false, true])
  func `named like parts, locks and marks stay at a scan`(isSecond: Bool) throws {
    let library = try scanned()
    library.shell("mkdir docs")
    if isSecond {
      #expect(try library.scan(Self.scanIntoDocs).status == 0)
    }
    writeNamesakes(in: library)
    library.shell("touch docs/.lock.joined")
    let before = try namesakes(in: library)

    let run = try library.scan(Self.scanIntoDocs)
    #expect(run.status == 0, "\(run.errorOutput)")
    #expect(try namesakes(in: library) == before)
    #expect(run.errorOutput.contains("data.1-of-3.json"))
    #expect(library.shell("stat -c %s docs/.lock.joined") == "0\n")
  }

  @Test func `named like parts and locks stay at a merge, which deletes its own`() throws {
    let library = try scanned()
    library.shell("mkdir docs")
    for number in 1...2 {
      _ = try library.scan("\(Self.scanIntoDocs) --shard \(number)/2")
    }
    writeNamesakes(in: library)
    let before = try namesakes(in: library)

    let run = try CommandRun(
      "merge out --manifest docs/data.json --cache cache",
      in: library.root
    )
    #expect(run.status == 0, "\(run.errorOutput)")
    #expect(try namesakes(in: library) == before)
    #expect(run.errorOutput.contains("data.1-of-3.json"))

    let files = library.shell("ls -A docs out")
    #expect(!files.contains("of-2"), "\(files)")
  }

  @Test func `users' files in place of a run file stop a run before it writes`() throws {
    let library = try scanned()
    // Without its run file, a run that is killed leaves files that nothing proves to be ours.
    library.shell("echo mine > library/.wavethumb/.wavethumb-run")
    let run = try library.scan("--force")
    #expect(run.status == 1)
    #expect(run.errorOutput.contains(".wavethumb-run"))
    #expect(try library.text("library/.wavethumb/.wavethumb-run") == "mine\n")

    let merge = try CommandRun("merge \(library.output) --no-cache")
    #expect(merge.status == 1, "\(merge.errorOutput)")
    #expect(try library.text("library/.wavethumb/.wavethumb-run") == "mine\n")
  }

  @Test func `words of a ledger start no program`() throws {
    let library = try scanned()
    let folder = try Folder(at: RawPath(library.output))
    let name: RawPath = ".wavethumb-ledger"
    let ledger = try #require(try LedgerFile.open(name, in: folder))
    var facts = try #require(try ledger.facts())
    let settings = String(decoding: facts.settings, as: UTF8.self)
    let forged = settings.replacing("\"ffmpeg\":\"sound\"", with: "\"ffmpeg\":\"all\"")
    #expect(forged != settings)

    // Settings shape pictures and nothing else: a ledger may come from anyone.
    facts.settings = Array(forged.utf8)
    let sections: [LedgerLayout.Section: BytePieces] = [
      .facts: BytePieces(facts.encoded()),
      .records: BytePieces(try #require(try ledger.section(.records))),
      .paths: BytePieces(try #require(try ledger.section(.paths))),
    ]
    try LedgerFile.write(sections, LedgerFile.header(sections), as: name, in: folder)
    // What is left of the manifest has no settings that hold.
    let manifest = try library.contents("library/.wavethumb/manifest.json")
    try library.write(Array(manifest.dropLast(40)), to: ".wavethumb/manifest.json")

    let run = try CommandRun("verify \(library.output) --repair --cache \(library.cache)")
    #expect(run.status == 1, "\(run.errorOutput)")
    #expect(run.errorOutput.contains("--ffmpeg must be given as at the scan"))
  }

  @Test(arguments: [
    "scan library --output out --manifest docs/disk.json --no-cache",
    "scan library --no-cache",
    "verify library/.wavethumb --repair --cache cache",
    "merge library/.wavethumb --no-cache",
  ])
  func `users' files that begin with zeros are not damaged manifests`(command: String) throws {
    let library = try scanned()
    library.shell(
      """
      mkdir docs
      # Zeros are what a power failure leaves of a manifest, but not so many.
      { head -c 2000000 /dev/zero; echo mine; } > image
      cp image docs/disk.json
      cp image library/.wavethumb/manifest.json
      """
    )
    let run = try CommandRun(command, in: library.root)

    let differences = library.shell(
      """
      cmp image docs/disk.json
      cmp image library/.wavethumb/manifest.json
      """
    )
    #expect(differences.isEmpty, "\(run.errorOutput)")
    // A merge without parts has nothing to write.
    let isMerge = command.hasPrefix("merge")
    #expect(isMerge || run.status == 1, "\(run.errorOutput)")
  }

  @Test func `users' files written to the manifest's path during a run stay`() throws {
    let library = try TemporaryLibrary()
    // The events fill the pipe, so the run blocks until the file is written.
    let run = try CommandRun(
      script: """
        mkdir docs
        for n in $(seq 500); do echo '<html>' > library/$(printf %0200d $n).mp3; done
        \(ProcessSetup.binary) scan library --output out --manifest docs/data.json --json --no-cache |
        {
          read first
          echo mine > docs/data.json
          cat > /dev/null
        }
        """,
      in: library.root
    )
    #expect(try library.text("docs/data.json") == "mine\n", "\(run.errorOutput)")
    #expect(run.errorOutput.contains("was not generated by wavethumb"))
  }

  @Test func `users' files that are empty or not a page stay under our names`() throws {
    let library = try TemporaryLibrary()
    try library.add("pcm24.wav", as: "b.wav")
    library.shell(
      """
      echo page > page
      mkdir library/.wavethumb
      cd library/.wavethumb
      touch b.wav.mirroredBars.png
      echo notes > .wavethumb-notes.tmp
      """
    )

    let run = try library.scan("--page")
    #expect(run.status == 3, "\(run.errorOutput)")
    #expect(try library.contents("library/.wavethumb/b.wav.mirroredBars.png").isEmpty)
    #expect(try library.text("library/.wavethumb/.wavethumb-notes.tmp") == "notes\n")

    // A link to a page of ours is not ours.
    library.shell("cd library/.wavethumb; mv index.html ../../page; ln -s ../../page index.html")
    #expect(try library.scan("--page --color red").status == 1)
    #expect(library.shell("stat -c %F library/.wavethumb/index.html") == "symbolic link\n")
  }
}

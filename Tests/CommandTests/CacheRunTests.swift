import Testing

@Suite struct `The cache command` {
  private let folder: TemporaryRecording

  init() throws {
    folder = try TemporaryRecording()
  }

  /// Runs a script that succeeds and prints nothing; returns its error output.
  private func errorOutput(of script: String) throws -> String {
    let run = try folder.shell(script)
    #expect(run.status == 0)
    #expect(run.output == [])
    return run.errorOutput
  }

  @Test func `the cache is shown, trimmed and emptied`() throws {
    #expect(try folder.shell("$W cache").text == "nothing in \(folder.path)/.cache/wavethumb\n")
    let render = "$W render tone.wav -o a.png -v"
    #expect(try errorOutput(of: render) == "drawn tone.wav (decoded)\n")

    let report = try folder.shell("$W cache").text
    #expect(report.hasPrefix("1 summary, "))
    #expect(report.contains(" of 2 GiB, in \(folder.path)"))
    #expect(try errorOutput(of: render) == "drawn tone.wav (from the cache)\n")

    #expect(try errorOutput(of: "$W cache --prune 1G").hasPrefix("1 summary, "))
    #expect(try errorOutput(of: "$W cache --clear").contains(" freed; nothing in "))
    #expect(try errorOutput(of: "$W cache --clear -q") == "")
    #expect(try errorOutput(of: render) == "drawn tone.wav (decoded)\n")
  }

  @Test func `a folder of others is refused, and stays as it is`() throws {
    // Names that a cache has as well, the tag of another program's cache, and the current folder.
    try folder.shell(
      """
      mkdir mine tagged library
      echo 1 > mine/usage
      echo 2 > mine/growth
      echo 3 > mine/a
      echo 'Signature: 8a477f597d28d172789f06886806bc55' > tagged/CACHEDIR.TAG
      cp tone.wav library
      """
    )
    let listing = "cat mine/* tagged/*; ls -A library mine tagged"
    let before = try folder.shell(listing).text
    let commands = [
      "cache --clear",
      "cache --prune 0",
      "cache",
      "scan library",
      "render tone.wav -o b.png",
      "merge library",
      "verify library --repair",
    ]
    for cache in ["mine", "tagged", "."] {
      for command in commands {
        let run = try folder.shell("$W \(command) --cache \(cache)")
        #expect(run.status == 2, "\(command): \(run.errorOutput)")
        #expect(run.errorOutput.contains("not of a wavethumb cache"))
      }
    }

    #expect(try folder.shell(listing).text == before)
  }

  @Test func `files that a user adds to a cache stay, whatever their names`() throws {
    // A file system of its own is empty but for `lost+found`.
    try folder.shell(
      """
      mkdir -p library empty/lost+found
      cp tone.wav library
      $W scan library --cache empty
      echo mine > empty/usage
      head -c 9 /dev/urandom > empty/growth
      cp empty/usage empty/growth .
      $W scan library --force --cache empty
      $W scan library --color red --cache empty
      $W cache --clear --cache empty
      """
    )
    #expect(try folder.shell("cmp usage empty/usage && cmp growth empty/growth").status == 0)
    #expect(try folder.shell("ls empty").text == "growth\nlost+found\nusage\n")
  }

  @Test(arguments: [
    // Folders and files of ours, each without what only a cache has.
    "mkdir summaries-2; echo mine > summaries-2/notes; echo 42 > usage",
    "mkdir runs-1 temporary; head -c 3 /dev/zero > growth; touch usage",
    "mkdir temporary; echo mine > temporary/notes",
    "mkdir temporary; echo 42 > usage",
    "ln -s .. temporary",
  ])
  func `a folder without the tag is refused, whatever its files are named`(commands: String) throws
  {
    try folder.shell("mkdir mine library; cp tone.wav library; cd mine; \(commands)")
    let listing = "cd mine; find . -printf '%p %y %i %s %T@\n' | sort"
    let before = try folder.shell(listing).text
    for command in ["cache --clear", "cache --prune 0", "scan library"] {
      let run = try folder.shell("$W \(command) --cache mine")
      #expect(run.status == 2, "\(command): \(run.errorOutput)")
    }
    #expect(try folder.shell(listing).text == before)
  }

  @Test func `a cache that was hardly begun is taken up, and one with files of others cleared`()
    throws
  {
    // As a kill leaves it before the tag is written: a folder for temporary files, and one of ours.
    try folder.shell(
      """
      mkdir -p library begun/temporary
      cp tone.wav library
      touch -d 2001-01-01 begun/temporary/.wavethumb-0123abcd-1-2-3.tmp
      """
    )
    #expect(try folder.shell("$W scan library --cache begun -q").status == 0)

    try folder.shell("echo mine > begun/runs-1/notes; $W cache --clear --cache begun")
    let files = try folder.shell("cd begun; find . -type f | sort").text
    #expect(files == "./CACHEDIR.TAG\n./runs-1/notes\n")
    #expect(try folder.shell("$W scan library --force --cache begun -q").status == 0)
  }

  @Test(arguments: [
    // A changed byte, and files as a power failure leaves them.
    "printf X | dd of=cache/CACHEDIR.TAG bs=1 seek=20 conv=notrunc 2>/dev/null",
    ": > cache/CACHEDIR.TAG",
    "head -c 60 /dev/zero > cache/CACHEDIR.TAG",
    "truncate -s 40 cache/CACHEDIR.TAG",
  ])
  func `a cache whose tag is damaged is not used, and stays as it is`(damage: String) throws {
    try folder.shell(
      """
      mkdir library
      cp tone.wav library
      $W scan library --cache cache -q
      \(damage)
      """
    )
    let listing = "find cache -printf '%p %y %i %s %T@\n' | sort"
    let before = try folder.shell(listing).text
    for command in ["scan library", "scan library --force", "render tone.wav -o a.png"] {
      let run = try folder.shell("$W \(command) --cache cache")
      #expect(run.status == 0, "\(run.errorOutput)")
      #expect(run.errorOutput.contains("continuing without a cache"))
    }
    #expect(try folder.shell("$W cache --clear --cache cache").status == 2)
    #expect(try folder.shell(listing).text == before)
  }

  @Test func `a picture drawn from the cache equals the first one`() throws {
    let render = "$W render tone.wav --style all"
    #expect(try errorOutput(of: "\(render) && mkdir first && mv *.png first && \(render)") == "")
    #expect(try errorOutput(of: "for f in first/*; do cmp $f ${f#first/}; done") == "")
  }

  @Test func `a scan works without a cache and with a broken one`() throws {
    #expect(try errorOutput(of: "$W render tone.wav -o a.png --no-cache") == "")
    #expect(try folder.shell("ls -d .cache").status != 0)

    // A file in the place of the folder.
    let run = try folder.shell("$W render tone.wav -o b.png --cache tone.wav")
    #expect(run.status == 0)
    #expect(run.errorOutput.contains("cannot be used"))
    #expect(try folder.shell("$W cache --cache tone.wav").status == 1)
  }
}

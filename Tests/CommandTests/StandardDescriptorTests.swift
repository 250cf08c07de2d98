import Testing

struct StandardDescriptorTests {
  private let folder: TemporaryRecording

  init() throws {
    folder = try TemporaryRecording()
    let run = try folder.shell(
      "mkdir l; cp tone.wav l; $W scan l --output whole -q; rm whole/.lock"
    )
    try #require(run.status == 0)
  }

  @Test(arguments: [">&-", "<&- >&- 2>&-", "2>&-", ">/dev/full"])
  func `no message of a run gets into its files, whatever streams are closed`(
    closed: String
  ) throws {
    let run = try folder.shell(
      "$W scan l --output o --no-cache -v --json \(closed); s=$?; test -s o/.lock && exit 99;"
        + " rm o/.lock; diff -r o whole >&2 || exit 98; exit $s"
    )
    #expect(run.status == (closed == "2>&-" ? 0 : 1))
    if closed == ">/dev/full" {
      #expect(run.errorOutput.contains("standard output cannot be written"))
    }
  }

  @Test func `a closed standard output is reported`() throws {
    let run = try folder.shell("$W render tone.wav -o - >&-")
    #expect(run.status == 1)
    #expect(run.errorOutput.contains("standard output cannot be written: it is closed"))
  }

  @Test func `a closed pipe of events does not end the run`() throws {
    let run = try folder.shell("{ $W scan l --output o --json; echo $? > s; } | true; cat s; ls o")
    #expect(run.text.hasPrefix("0\nmanifest.json\n"))
    #expect(run.errorOutput.hasSuffix("pictures in o\n"))
  }
}

import Testing

/// Tests commands whose standard streams are closed or full.
struct StandardDescriptorTests {
  private let folder: TemporaryRecording

  /// Creates a library `l` and its output `whole`.
  init() throws {
    folder = try TemporaryRecording()
    let run = try folder.shell(
      """
      mkdir l
      cp tone.wav l
      $W scan l --output whole -q
      rm whole/.lock
      """
    )
    try #require(run.status == 0)
  }

  // The next file that is opened has the number of a closed stream.
  @Test(arguments: [">&-", "<&- >&- 2>&-", "2>&-", ">/dev/full"])
  func `no message of a run gets into its files, whatever streams are closed`(
    closed: String
  ) throws {
    let run = try folder.shell(
      """
      $W scan l --output o --no-cache -v --json \(closed)
      status=$?
      # Statuses that the scan does not have: for messages in the lock, and for other files.
      test -s o/.lock && exit 99
      rm o/.lock
      diff -r o whole >&2 || exit 98
      exit $status
      """
    )
    // Events that cannot be written are a failure, messages are not.
    let losesEvents = closed != "2>&-"
    #expect(run.status == (losesEvents ? 1 : 0))
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
    // A reader that is gone at once; the status of the scan is written down beside the pipe.
    let run = try folder.shell(
      """
      { $W scan l --output o --json; echo $? > status; } | true
      cat status
      ls o
      """
    )
    #expect(run.text.hasPrefix("0\nmanifest.json\n"))
    #expect(run.errorOutput.hasSuffix("pictures in o\n"))
  }
}

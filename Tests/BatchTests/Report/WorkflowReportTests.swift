import Testing

@testable import WavethumbBatch
@testable import WavethumbLibrary

@Suite struct `Workflow annotations and summary` {
  @Test func `a workflow annotation names the file, whatever its name`() {
    var report = WorkflowReport(library: Array("audio".utf8), summary: nil)
    // A comma ends a property and a colon its name, but only in properties; a line break ends the command,
    // and what follows would be one of its own.
    #expect(
      report.failed(Array("a, b:100%.mp3".utf8), because: "Not audio,\nbut HTML.")
        == "::error file=audio/a%2C b%3A100%25.mp3::Not audio,%0Abut HTML."
    )
    #expect(
      report.failed(Array("a\nb\u{1B}[31m.mp3".utf8), because: "Empty.")
        == "::error file=audio/a%0Ab\\x1b[31m.mp3::Empty."
    )
    #expect(WorkflowReport.failed(because: "The disk is full.") == "::error::The disk is full.")
  }

  @Test func `the workflow summary has a table and the names of failures`() {
    var report = WorkflowReport(library: Array("audio".utf8), summary: nil)
    // A bar ends a cell, and a tag would be markup. In the order of names, not in that of the run.
    for name in ["z|<b>.mp3", "a.mp3"] {
      _ = report.failed(Array(name.utf8), because: "Empty.")
    }
    var totals = RunTotals()
    totals.files = 1002
    totals.drawn = 1000
    totals.failed = 2
    #expect(
      report.text(totals) == """
        ### wavethumb audio

        | recordings | 1,002 |
        |---|---|
        | drawn | 1,000 |
        | failed | 2 |

        | failed | why |
        |---|---|
        | a.mp3 | Empty. |
        | z\\|&lt;b>.mp3 | Empty. |


        """
    )
  }

  @Test func `the workflow summary counts excess failures`() {
    var report = WorkflowReport(library: [], summary: nil)
    // A summary that is too long is not shown at all: the first hundred are named.
    for index in 0..<150 {
      _ = report.failed(Array("\(index).mp3".utf8), because: "Empty.")
    }
    #expect(report.text(RunTotals()).hasSuffix("| and 50 more | |\n\n"))
  }
}

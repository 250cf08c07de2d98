import Testing

@testable import Batch

/// Runs of the command over libraries of all kinds, as they went.
@Suite struct `The time left of a recorded run` {
  private static let runs = [
    "long-alone", "five-long", "long-and-short", "many-short", "slow-disk", "throttled-disk",
    "slower-disk", "render", "render-vorbis", "mixed-formats",
  ]
  /// Runs of which the time left is told worse than that: a disk in bursts, which gives 7 MB/s in the
  /// first third and 10 in the rest, and recordings of one size, which are read twice. When it was
  /// recorded, the first reading was not told of.
  private static let missed = ["slow-disk"]

  @Test(arguments: runs)
  func `is within a quarter of the truth after a third of the run`(name: String) throws {
    try withKnownIssue("the estimate is worse") {
      try compare(name)
    } when: {
      Self.missed.contains(name)
    }
  }

  private func compare(_ name: String) throws {
    let run = try RecordedRun(name)
    let third = run.begin + (run.end - run.begin) / 3
    // What is left of the last moments is less than a look at the clock tells.
    let nearlyEnd = max(0.75, (run.end - run.begin) / 20)
    var (told, worst) = (0, (off: 0.0, at: 0.0, left: 0.0))
    run.play { time, left in
      let truth = run.end - time
      guard time >= third, truth >= nearlyEnd else { return }
      told += 1
      let off = abs((left ?? 0) - truth) / truth
      if off > worst.off { worst = (off, time - run.begin, left ?? 0) }
    }
    #expect(told > 20)
    #expect(worst.off <= 0.25, "\(worst) of \(run.end - run.begin)")
  }

  @Test(arguments: runs)
  func `is never nothing while there is much to do`(name: String) throws {
    let run = try RecordedRun(name)
    run.play { time, left in
      if let left, run.end - time > 2 { #expect(left >= 0.5, "\(time - run.begin)") }
    }
  }
}

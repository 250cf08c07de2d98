import Testing

@testable import Batch

/// Replays recorded runs over libraries of different kinds.
@Suite struct `The remaining time of a recorded run` {
  private static let runs = [
    "five-long", "long-alone", "long-and-short", "many-short", "mixed-formats", "render",
    "render-vorbis", "slow-disk", "slow-disk-flac", "slow-disk-in-pieces", "slow-disk-one-thread",
    "slow-disk-render", "slow-disk-wav", "slower-disk", "throttled-disk",
  ]

  @Test(arguments: runs)
  func `the remaining time is within 25 % after a third of a recorded run`(name: String) throws {
    let run = try RecordedRun(name)
    let third = run.begin + (run.end - run.begin) / 3
    // Near the end the ETA is shorter than the display interval.
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
  func `the remaining time is never zero early in a recorded run`(name: String) throws {
    let run = try RecordedRun(name)
    run.play { time, left in
      if let left, run.end - time > 2 { #expect(left >= 0.5, "\(time - run.begin)") }
    }
  }
}

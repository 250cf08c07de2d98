import Testing

@testable import WavethumbBatch

/// Replays recorded runs over libraries of different kinds.
@Suite struct `The time left of a recorded run` {
  private static let runs = [
    "five-long", "long-alone", "long-and-short", "many-short", "mixed-formats", "render",
    "render-vorbis", "slow-disk", "slow-disk-flac", "slow-disk-in-pieces", "slow-disk-one-thread",
    "slow-disk-render", "slow-disk-wav", "slower-disk", "throttled-disk",
  ]

  @Test(arguments: runs)
  func `never jumps by more than half between two lines`(name: String) throws {
    let run = try RecordedRun(name)
    var last: (time: Double, left: Double)?
    var shown = 0
    run.play { time, left in
      guard let left else { return }
      shown += 1
      if let last {
        let expected = max(0, last.left - (time - last.time))
        // Near the end, a finished file is more than half of what is left.
        #expect(abs(left - expected) <= max(1, last.left / 2), "\(last) to \(left) at \(time)")
      }
      last = (time, left)
    }
    // Two seconds of lines. The shortest run has more, and a run without any line jumps nowhere.
    #expect(shown > 20)
  }
}

import Testing

@testable import Batch

@Suite struct `The pace of a disk` {
  /// The pace after some seconds in which two threads are busy for a share of the time and get bytes
  /// ten times a second.
  private static func pace(seconds: Int, busy share: Double, bytes: Double) -> DiskPace {
    var pace = DiskPace()
    for tenth in 0...seconds * 10 {
      let now = Double(tenth) / 10
      pace.note(busy: 2 * share * now)
      pace.pass(bytes / 10, threads: 2, at: now)
    }
    return pace
  }

  @Test func `is what comes while threads wait`() throws {
    let pace = Self.pace(seconds: 10, busy: 0.1, bytes: 5e6)
    #expect(abs(try #require(pace.bytesPerSecond) - 5e6) < 1e4)
    #expect(abs(pace.busyShare - 0.1) < 0.01)
  }

  @Test func `is not known while threads compute`() {
    let pace = Self.pace(seconds: 10, busy: 0.95, bytes: 5e6)
    #expect(pace.bytesPerSecond == nil)
    #expect(abs(pace.busyShare - 0.95) < 0.01)
  }

  @Test func `is not told by a wait of a second`() {
    var pace = Self.pace(seconds: 10, busy: 1, bytes: 5e6)
    pace.pass(0, threads: 2, at: 11)
    pace.note(busy: 20)
    for tenth in 110...150 {
      pace.note(busy: 20 + Double(tenth - 110) / 5)
      pace.pass(5e5, threads: 2, at: Double(tenth) / 10)
    }
    #expect(pace.bytesPerSecond == nil)
  }

  @Test func `is that of all threads where pieces come in turn`() throws {
    var pace = DiskPace()
    // Eight megabytes for one thread, and two seconds later for the other.
    for tenth in 0...300 {
      pace.note(busy: 0.02 * Double(tenth))
      pace.pass(tenth % 20 == 10 ? 8e6 : 0, threads: 2, at: Double(tenth) / 10)
    }
    #expect(abs(try #require(pace.bytesPerSecond) - 4e6) < 4e5)
  }

  @Test func `is not known where nobody says what threads are busy with`() {
    var pace = DiskPace()
    for second in 0...60 { pace.pass(1e6, threads: 2, at: Double(second)) }
    #expect(pace.bytesPerSecond == nil)
    #expect(pace.busyShare == 1)
  }
}

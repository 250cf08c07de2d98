import Testing

@testable import Thumbnails

/// Returns the labels of a recording that began at a time of day, in seconds since midnight.
private func labels(from start: Double = 0, lasting seconds: Double, clock: Double) -> [String] {
  let times = TimeTicks(
    from: start,
    lasting: seconds,
    width: 400,
    fontSize: 10,
    clock: clock
  )
  return times.ticks.map(\.label).filter { !$0.isEmpty }
}

@Test func `ticks are at round times of day, beyond midnight too`() {
  let halfPastTen = 22.5 * 3600
  #expect(
    labels(lasting: 4 * 3600, clock: halfPastTen) == [
      "22:30", "23:00", "23:30", "00:00", "00:30", "01:00", "01:30", "02:00", "02:30",
    ]
  )
}

@Test func `times of day have seconds and their parts if ticks are so near`() throws {
  // 04:12:28.
  let dawn = 4 * 3600 + 12 * 60 + 28.0
  #expect(labels(lasting: 10, clock: dawn).first == "04:12:28")
  #expect(labels(from: 60, lasting: 10, clock: dawn).first == "04:13:28")
  let tenth = try #require(labels(lasting: 0.1, clock: dawn).first)
  #expect(tenth.hasPrefix("04:12:28."))
}

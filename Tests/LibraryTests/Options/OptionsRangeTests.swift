import Decoding
import Testing

@testable import WavethumbLibrary
@testable import WavethumbOptions

@Suite struct OptionsRangeTests {
  @Test(arguments: [
    ("1:35-2:05", TimeRange(start: 95, end: 125)),
    ("95-125.5", TimeRange(start: 95, end: 125.5)),
    ("1:35-", TimeRange(start: 95)),
    ("-0:30", TimeRange(start: 0, end: 30)),
  ])
  func `a range is parsed as two times, one of them optional`(
    text: String,
    range: TimeRange
  ) throws {
    #expect(try OptionText(text).range() == range)
  }

  // Without both ends or a hyphen, backwards, without length, and with what is no time.
  @Test(arguments: ["-", "1:35", "2:05-1:35", "5-5", "1-2-3", "a-b", ""])
  func `an invalid range is rejected`(text: String) {
    #expect(throws: ValueProblem.self) { try OptionText(text).range() }
  }
}

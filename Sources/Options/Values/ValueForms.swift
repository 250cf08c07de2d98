package import Decoding
package import Thumbnails
import WavethumbBytes

extension ValueForm<Playhead> {
  /// A position in a recording, as a fraction or a time.
  package static var position: ValueForm { ValueForm("T", by: OptionText.playhead) }
}

extension ValueForm<Double> {
  /// Seconds, or a number with a unit of time: `10s`, `5m`, `2h`.
  static func seconds(in range: ClosedRange<Double>) -> ValueForm {
    ValueForm("S") { text throws(ValueProblem) in try text.duration(in: range, of: 1) }
  }

  /// Hours, or a number with a unit of time.
  static func hours(in range: ClosedRange<Double>) -> ValueForm {
    ValueForm("H") { text throws(ValueProblem) in try text.duration(in: range, of: 3600) }
  }
}

extension OptionText {
  /// Parses a number with a unit of time, and returns it in units of so many seconds; a number alone
  /// is in these units.
  fileprivate func duration(
    in range: ClosedRange<Double>,
    of seconds: Double
  ) throws(ValueProblem) -> Double {
    let digits = bytes.prefix { byte in !byte.isASCIILetter }
    let unit = String(decoding: bytes.dropFirst(digits.count), as: UTF8.self).lowercased()
    if unit.isEmpty { return try number(in: range) }
    guard let factor = Self.timeUnits[unit], let number = try? DecimalNumber(Array(digits)) else {
      throw .notADuration
    }
    let value = number.value * factor / seconds
    guard range.contains(value) else {
      throw .outOfRange(
        lowest: DecimalNumber.text(of: range.lowerBound),
        highest: DecimalNumber.text(of: range.upperBound)
      )
    }
    return value
  }

  private static let timeUnits: [String: Double] = [
    "ms": 0.001, "s": 1, "sec": 1, "m": 60, "min": 60, "h": 3600, "d": 86_400,
  ]

  /// Parses width and height as in `598x120`.
  package func size() throws(ValueProblem) -> ThumbnailSize {
    // `598X120` as well.
    let sides = bytes.split(omittingEmptySubsequences: false) { byte in
      byte.asciiLowercased == UInt8(ascii: "x")
    }
    let areThere = sides.allSatisfy { side in !side.isEmpty }
    guard sides.count == 2, areThere else { throw .notASize }
    do {
      let width = try OptionText(Array(sides[0])).whole(in: ThumbnailDrawing.sides)
      let height = try OptionText(Array(sides[1])).whole(in: ThumbnailDrawing.sides)
      return ThumbnailSize(width: width, height: height)
    } catch {
      guard case .outOfRange = error else { throw .notASize }
      throw error
    }
  }

  /// Parses a number of bytes as in `2GiB`, `500M` (factor 1024) or `500MB` (factor 1000).
  // The factors of GNU's head and du.
  func byteCount() throws(ValueProblem) -> Int {
    guard !bytes.isEmpty else { throw .empty }
    // With the sign, so that a negative size is out of range, and not a number with an unknown unit.
    let digits = bytes.prefix { byte in byte.isASCIIDigit || ".-".utf8.contains(byte) }
    let unit = String(decoding: bytes.dropFirst(digits.count), as: UTF8.self).lowercased()
    let number = try? DecimalNumber(Array(digits))
    guard let factor = Self.byteUnits[unit], let number else { throw .notAByteCount }
    let count = (number.value * factor).rounded()
    guard (0...Self.maximumByteCount).contains(count) else {
      throw .outOfRange(lowest: "0", highest: "8192TiB")
    }
    return Int(count)
  }

  /// Parses a fraction as in `0.37`, or a time as in `1:23` or `1:02:03.5`.
  package func playhead() throws(ValueProblem) -> Playhead {
    if bytes.contains(UInt8(ascii: ":")) { return .seconds(try time()) }
    do {
      return .fraction(try number(in: 0...1))
    } catch {
      if case .notANumber(decimalComma: false) = error { throw .notATime }
      guard case .outOfRange = error else { throw error }
      // `90` is more likely 90 seconds than a fraction. The message has the time to type.
      throw .secondsWithoutColon(time: Numerals.clock(try time()))
    }
  }

  /// Parses seconds from `1:23`, `1:02:03.5` or plain `83.5`.
  package func time() throws(ValueProblem) -> Double {
    let fields = split(at: ":").map(\.bytes)
    guard (1...3).contains(fields.count) else { throw .notATime }
    var seconds = 0.0
    for (index, field) in fields.enumerated() {
      // Only seconds have a fraction. A digit comes first, as `DecimalNumber` also takes a sign.
      let isLast = index == fields.count - 1
      guard let first = field.first, first.isASCIIDigit else { throw .notATime }
      guard isLast || field.allSatisfy(\.isASCIIDigit) else { throw .notATime }
      guard let value = try? DecimalNumber(field).value else { throw .notATime }
      // "1:75" is more likely a mistake than 2:15. The first field has no limit: `90:00` is ninety minutes.
      guard index == 0 || value < 60 else { throw .notATime }
      seconds = seconds * 60 + value
    }
    guard seconds <= Self.maximumTime else {
      throw .outOfRange(lowest: "0:00", highest: "100000:00:00")
    }
    return seconds
  }

  /// Parses a stretch as in `1:35-2:05`; the beginning or the end may be omitted.
  package func range() throws(ValueProblem) -> TimeRange {
    // Times have no sign, so that a hyphen is the only one.
    let fields = split(at: "-")
    guard fields.count == 2, bytes.count > 1 else { throw .notARange }
    let start = fields[0].bytes.isEmpty ? 0 : try fields[0].time()
    let end = fields[1].bytes.isEmpty ? nil : try fields[1].time()
    if let end, start > end {
      let sorted = fields[1].bytes + Array("-".utf8) + fields[0].bytes
      throw .reversed(sorted: String(decoding: sorted, as: UTF8.self))
    }
    guard start < end ?? .infinity else { throw .notARange }
    return TimeRange(start: start, end: end)
  }

  // As `--max-duration` allows: 100,000 hours.
  private static let maximumTime = 100_000 * 3600.0
  // 2^53, up to which a `Double` has each whole number.
  private static let maximumByteCount = 8192 * 1_099_511_627_776.0
  private static let byteUnits: [String: Double] = [
    "": 1, "b": 1,
    "k": 1024, "kib": 1024, "kb": 1e3,
    "m": 1_048_576, "mib": 1_048_576, "mb": 1e6,
    "g": 1_073_741_824, "gib": 1_073_741_824, "gb": 1e9,
    "t": 1_099_511_627_776, "tib": 1_099_511_627_776, "tb": 1e12,
  ]
}

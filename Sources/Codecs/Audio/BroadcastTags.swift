import WavethumbBytes

/// What a broadcast WAV says of its origin, by EBU Tech 3285.
public struct BroadcastTags: Sendable, Hashable {
  /// The description of the sound.
  public var description: String?
  /// The person, the organization or the device that made the recording.
  public var originator: String?
  /// The identifier that the originator gave to the recording.
  public var originatorReference: String?
  /// The date of the recording: YYYY-MM-DD.
  public var date: String?
  /// The time of day at its start: HH:MM:SS.
  public var time: String?
  /// The number of frames between midnight and the start.
  public var timeReference: Int?

  /// Creates tags; nil means missing.
  public init(
    description: String? = nil,
    originator: String? = nil,
    originatorReference: String? = nil,
    date: String? = nil,
    time: String? = nil,
    timeReference: Int? = nil
  ) {
    self.description = description
    self.originator = originator
    self.originatorReference = originatorReference
    self.date = date
    self.time = time
    self.timeReference = timeReference
  }

  /// The length of the members that are read here.
  // The fixed part has 602: version, UMID and loudness are not shown.
  static let length = 346

  /// The bytes of the members in a chunk.
  private enum Layout {
    static let description = 0..<256
    static let originator = 256..<288
    static let originatorReference = 288..<320
    static let date = 320..<330
    static let time = 330..<338
    static let timeReference = 338
  }

  /// Reads the body of a `bext` chunk; nil if it is too short or holds nothing.
  init?(_ body: [UInt8]) {
    guard body.count >= Self.length else { return nil }
    description = TagText.sanitized(body[Layout.description])
    originator = TagText.sanitized(body[Layout.originator])
    originatorReference = TagText.sanitized(body[Layout.originatorReference])
    let dateNumbers = Self.numbers(in: body[Layout.date], digits: [4, 2, 2])
    let timeNumbers = Self.numbers(in: body[Layout.time], digits: [2, 2, 2])
    date = dateNumbers?.joined(separator: "-")
    time = timeNumbers?.joined(separator: ":")
    if let time, Self.seconds(ofTime: time) == nil {
      self.time = nil
    }
    let frames = body.littleEndian64(at: Layout.timeReference)
    // More is not a time, and JSON readers would round it.
    let isPlausible = frames > 0 && frames < 1 << 53
    timeReference = isPlausible ? Int(frames) : nil
    if self == BroadcastTags() { return nil }
  }

  /// The time of day at the start, in seconds after midnight.
  // The reference is a time code, which recorders may start at any number: the time that is written
  // out comes first.
  package func timeOfDay(sampleRate: Int) -> Double? {
    if let time, let seconds = Self.seconds(ofTime: time) { return seconds }
    guard let timeReference else { return nil }
    return Double(timeReference) / Double(max(sampleRate, 1))
  }

  /// Returns groups of digits with one other character between them; nil for anything else.
  ///
  /// Writers separate them by a hyphen, an underscore, a colon, a blank or a point.
  private static func numbers(in bytes: ArraySlice<UInt8>, digits: [Int]) -> [String]? {
    var position = bytes.startIndex
    var numbers: [String] = []
    for count in digits {
      let group = bytes[position...].prefix(count)
      guard group.count == count, group.allSatisfy(\.isASCIIDigit) else { return nil }
      numbers.append(String(decoding: group, as: UTF8.self))
      position += count
      guard numbers.count < digits.count else { break }
      guard position < bytes.endIndex, !bytes[position].isASCIIDigit else { return nil }
      position += 1
    }
    // A date of zeros is none; midnight is a time.
    let isDate = digits[0] == 4
    let isZero = numbers.allSatisfy { number in Int(number) == 0 }
    if isDate, isZero { return nil }
    return numbers
  }

  private static func seconds(ofTime time: String) -> Double? {
    let numbers = time.split(separator: ":").compactMap { digits in Int(digits) }
    guard numbers.count == 3 else { return nil }
    return TimeOfDay(hour: numbers[0], minute: numbers[1], second: numbers[2])?.seconds
  }
}

/// A time of day that exists.
private struct TimeOfDay {
  /// The seconds after midnight.
  let seconds: Double

  init?(hour: Int, minute: Int, second: Int) {
    guard hour < 24, minute < 60, second < 60 else { return nil }
    seconds = Double(hour * 3600 + minute * 60 + second)
  }
}

/// The time in the name of a recording, as recorders write it: `YYYYMMDD_HHMMSS`.
package enum RecorderName {
  private static let length = 15

  /// Returns the seconds after midnight, or nil if the name has no such time.
  package static func timeOfDay(in name: [UInt8]) -> Double? {
    guard name.count >= length else { return nil }
    for start in 0...name.count - length where begins(at: start, in: name) {
      if let seconds = seconds(name[start..<start + length]) { return seconds }
    }
    return nil
  }

  /// Returns whether no digit stands before a position, so that it is not within a longer number.
  private static func begins(at start: Int, in name: [UInt8]) -> Bool {
    start == 0 || !name[start - 1].isASCIIDigit
  }

  private static func seconds(_ text: ArraySlice<UInt8>) -> Double? {
    let separator = text[text.startIndex + 8]
    guard separator == UInt8(ascii: "_") || separator == UInt8(ascii: "-") else { return nil }
    func number(at offset: Int, digits count: Int) -> Int? {
      let digits = text.dropFirst(offset).prefix(count)
      guard digits.allSatisfy(\.isASCIIDigit) else { return nil }
      return Int(String(decoding: digits, as: UTF8.self))
    }
    guard
      let year = number(at: 0, digits: 4),
      let month = number(at: 4, digits: 2),
      let day = number(at: 6, digits: 2),
      let hour = number(at: 9, digits: 2),
      let minute = number(at: 11, digits: 2),
      let second = number(at: 13, digits: 2)
    else { return nil }
    // Serial numbers have eight digits too.
    guard isDate(year: year, month: month, day: day) else { return nil }
    return TimeOfDay(hour: hour, minute: minute, second: second)?.seconds
  }
  private static func isDate(year: Int, month: Int, day: Int) -> Bool {
    (1900...2199).contains(year) && (1...12).contains(month) && (1...31).contains(day)
  }
}

import Waveform
package import WavethumbBytes

extension ImportedPoints {
  /// The members of players' JSON.
  package static let members = [
    "version", "channels", "sample_rate", "samples_per_pixel", "bits", "length", "data", "peaks",
    "duration",
  ]

  /// Reads the JSON of audiowaveform with its members in any order.
  package init(peaks outline: JSONOutline) throws(ImportFailure) {
    func member(_ name: String) throws(ImportFailure) -> Int {
      let value = try Self.reading { () throws(JSONFailure) in try outline.value(name) }
      guard let whole = value?.int else { throw .badMember(name) }
      return whole
    }
    // Files of early versions of audiowaveform name neither their version nor the channels.
    let version =
      if outline.has("version") {
        try member("version")
      } else {
        1
      }
    guard 1...2 ~= version else { throw .version(version) }
    let lanes =
      if outline.has("channels") || version == 2 {
        try member("channels")
      } else {
        1
      }
    guard 1...PointsMeter.maximumChannels ~= lanes else { throw .channels(lanes) }
    let rate = try member("sample_rate")
    let frames = try member("samples_per_pixel")
    guard 1...Int(Int32.max) ~= rate else { throw .sampleRate(rate) }
    guard 1...Int(Int32.max) ~= frames else { throw .framesPerPoint(frames) }
    let width = try member("bits")
    guard let bits = PointsRequest.Bits(rawValue: "\(width)") else { throw .bits(width) }
    let values = try Self.values(of: outline, bits: bits)
    let (declared, isTooMany) = try member("length").multipliedReportingOverflow(by: 2 * lanes)
    guard !isTooMany, declared == values.count else {
      throw .length(declared: isTooMany ? .max : declared, found: values.count)
    }
    guard declared > 0 else { throw .missing }
    let points = values.count / (2 * lanes)
    let duration = Double(points) * Double(frames) / Double(rate)
    self.init(
      sampleRate: rate, framesPerPoint: frames, lanes: lanes, bits: bits, duration: duration,
      values: values)
  }

  private static func values(
    of outline: JSONOutline, bits: PointsRequest.Bits
  ) throws(ImportFailure) -> [Int16] {
    guard var numbers = JSONNumbers(of: "data", in: outline) else { throw .badMember("data") }
    var values: [Int16] = []
    while let element = try reading({ () throws(JSONFailure) in try numbers.next() }) {
      guard values.count < maximumValues else { throw .tooMany(maximum: maximumValues) }
      guard let whole = element.number?.int else { throw .notANumber(index: values.count) }
      guard let value = bits.given(whole) else { throw .beyondRange(index: values.count) }
      values.append(value)
    }
    return values
  }

  /// Reads the JSON of wavesurfer.js: one list or one per channel, of magnitudes or signed values.
  package init(wavesurfer outline: JSONOutline) throws(ImportFailure) {
    guard var numbers = JSONNumbers(of: "peaks", in: outline, rows: true) else {
      throw .badMember("peaks")
    }
    var lists: [[Int16]] = []
    var index = 0
    while let element = try Self.reading({ () throws(JSONFailure) in try numbers.next() }) {
      guard let value = element.number?.double else { throw .notANumber(index: index) }
      guard element.row < PointsMeter.maximumChannels else { throw .channels(element.row + 1) }
      guard index < Self.maximumValues / 2 else { throw .tooMany(maximum: Self.maximumValues / 2) }
      while lists.count <= element.row {
        lists.append([])
      }
      let clamped = min(1, max(-1, value))
      lists[element.row].append(Int16((clamped * 32767).rounded()))
      index += 1
    }
    guard let count = lists.first?.count, count > 0 else { throw .missing }
    guard lists.count >= numbers.rows, lists.allSatisfy({ $0.count == count }) else {
      throw .ragged
    }
    let duration = try Self.reading { () throws(JSONFailure) in try outline.value("duration") }
    var values: [Int16] = []
    values.reserveCapacity(2 * index)
    for point in 0..<count {
      for list in lists {
        // A list has one value a point; a waveform has that on both sides of zero.
        values += [min(list[point], -list[point]), abs(list[point])]
      }
    }
    self.init(
      sampleRate: 0, framesPerPoint: 0, lanes: lists.count, bits: .sixteen,
      duration: max(duration?.double ?? 0, 0), values: values)
  }

  private static func reading<Value>(
    _ body: () throws(JSONFailure) -> Value
  ) throws(ImportFailure) -> Value {
    do {
      return try body()
    } catch {
      throw ImportFailure(error)
    }
  }
}

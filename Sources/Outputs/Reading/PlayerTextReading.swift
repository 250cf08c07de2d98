import Waveform
package import WavethumbBytes

extension ImportedPoints {
  /// The members of players' JSON.
  package static let members = [
    "version", "channels", "sample_rate", "samples_per_pixel", "bits", "length", "data", "peaks",
    "duration",
  ]

  /// The members of the JSON of audiowaveform that describe its values.
  private struct PeaksHeader {
    let lanes: Int
    let sampleRate: Int
    let framesPerPoint: Int
    let bits: PointsRequest.Bits

    init(_ outline: JSONOutline) throws(ImportFailure) {
      // Files of early versions of audiowaveform name neither their version nor the channels.
      let namesVersion = outline.has("version")
      let version = namesVersion ? try integer("version", of: outline) : 1
      guard 1...2 ~= version else { throw .version(version) }
      let namesChannels = outline.has("channels") || version == 2
      lanes = namesChannels ? try integer("channels", of: outline) : 1
      guard 1...PointsMeter.maximumChannels ~= lanes else { throw .channels(lanes) }
      sampleRate = try integer("sample_rate", of: outline)
      framesPerPoint = try integer("samples_per_pixel", of: outline)

      // The largest numbers of a `.dat`, into which these points may be written.
      guard 1...Int(Int32.max) ~= sampleRate else { throw .sampleRate(sampleRate) }
      guard 1...Int(Int32.max) ~= framesPerPoint else { throw .framesPerPoint(framesPerPoint) }
      let width = try integer("bits", of: outline)
      guard let bits = PointsRequest.Bits(rawValue: "\(width)") else { throw .bits(width) }
      self.bits = bits
    }
  }

  /// Reads the JSON of audiowaveform with its members in any order.
  package init(peaks outline: JSONOutline) throws(ImportFailure) {
    let head = try PeaksHeader(outline)
    let values = try Self.values(of: outline, bits: head.bits)
    // A file that was cut off and closed again shows in this number.
    let length = try integer("length", of: outline)
    let declared = length.multipliedReportingOverflow(by: 2 * head.lanes)
    guard !declared.overflow, declared.partialValue == values.count else {
      let shown = declared.overflow ? Int.max : declared.partialValue
      throw .length(declared: shown, found: values.count)
    }
    guard !values.isEmpty else { throw .missing }
    let points = values.count / (2 * head.lanes)
    let duration = Double(points) * Double(head.framesPerPoint) / Double(head.sampleRate)
    self.init(
      sampleRate: head.sampleRate,
      framesPerPoint: head.framesPerPoint,
      lanes: head.lanes,
      bits: head.bits,
      duration: duration,
      values: values
    )
  }

  private static func values(
    of outline: JSONOutline,
    bits: PointsRequest.Bits
  ) throws(ImportFailure) -> [Int16] {
    guard var numbers = JSONNumbers(of: "data", in: outline) else { throw .badMember("data") }
    var values: [Int16] = []
    while true {
      let next = try reading { () throws(JSONFailure) in try numbers.next() }
      guard let element = next else { return values }
      let index = values.count
      // Before it is kept: the declared number of values may be wrong.
      guard index < maximumValues else { throw .tooMany(maximum: maximumValues) }
      guard let whole = element.number?.int else { throw .notANumber(index: index) }
      guard let value = bits.decoded(whole) else { throw .beyondRange(index: index) }
      values.append(value)
    }
  }

  /// Reads the JSON of wavesurfer.js: one list or one per channel, of magnitudes or signed values.
  package init(wavesurfer outline: JSONOutline) throws(ImportFailure) {
    let lists = try Self.lists(of: outline)
    let count = lists[0].count
    let duration = try reading { () throws(JSONFailure) in try outline.value("duration") }
    var values: [Int16] = []
    values.reserveCapacity(2 * count * lists.count)
    for point in 0..<count {
      for list in lists {
        // A list has one value a point; a waveform has that on both sides of zero.
        let magnitude = abs(list[point])
        values.append(-magnitude)
        values.append(magnitude)
      }
    }

    self.init(
      sampleRate: 0,
      framesPerPoint: 0,
      lanes: lists.count,
      bits: .sixteen,
      duration: max(duration?.double ?? 0, 0),
      values: values
    )
  }

  /// Returns the values of each channel, which are at least one for each.
  // A list of numbers, or a list of such lists: wavesurfer.js takes both.
  private static func lists(of outline: JSONOutline) throws(ImportFailure) -> [[Int16]] {
    guard var numbers = JSONNumbers(of: "peaks", in: outline, rows: true) else {
      throw .badMember("peaks")
    }

    // Half as many as elsewhere, since each becomes a lowest and a highest value.
    let maximum = maximumValues / 2
    var lists: [[Int16]] = []
    var index = 0
    while true {
      let next = try reading { () throws(JSONFailure) in try numbers.next() }
      guard let element = next else { break }
      guard let value = element.number?.double else { throw .notANumber(index: index) }
      guard element.row < PointsMeter.maximumChannels else { throw .channels(element.row + 1) }
      guard index < maximum else { throw .tooMany(maximum: maximum) }
      while lists.count <= element.row {
        lists.append([])
      }
      let clamped = min(1, max(-1, value))
      // Never -32768, which has no magnitude in 16 bits.
      lists[element.row].append(Int16((clamped * 32767).rounded()))
      index += 1
    }

    guard let count = lists.first?.count, count > 0 else { throw .missing }
    // An empty list at the end has no element that would show it.
    let hasAllLists = lists.count >= numbers.rows
    let areEquallyLong = lists.allSatisfy { list in list.count == count }
    guard hasAllLists, areEquallyLong else { throw .ragged }
    return lists
  }
}

/// Returns an integer member of the JSON of audiowaveform.
private func integer(_ name: String, of outline: JSONOutline) throws(ImportFailure) -> Int {
  let value = try reading { () throws(JSONFailure) in try outline.value(name) }
  guard let integer = value?.int else { throw .badMember(name) }
  return integer
}

/// Returns the result of a step of the scanner, whose failure becomes one of the import.
private func reading<Value>(
  _ body: () throws(JSONFailure) -> Value
) throws(ImportFailure) -> Value {
  do {
    return try body()
  } catch {
    throw ImportFailure(error)
  }
}

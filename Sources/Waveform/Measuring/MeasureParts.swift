import WavethumbBytes

/// What all measures found in a range of a recording.
struct MeasureParts: Sendable {
  private(set) var values: [UInt8: any MeasurePart] = [:]

  init() {}

  /// Ends the meters of a range.
  init(_ meters: [MeasureMeter]) {
    for meter in meters {
      values[meter.kind] = meter.meter.finish()
    }
  }

  /// Appends the parts of the next range; returns false if they are from another recording.
  mutating func append(_ next: MeasureParts) -> Bool {
    // Generic, because only a part of the same type can be appended, and `any MeasurePart` has none.
    func joined<Part: MeasurePart>(_ own: Part, with next: any MeasurePart) -> (any MeasurePart)? {
      guard let next = next as? Part else { return nil }
      var whole = own
      guard whole.append(next) else { return nil }
      return whole
    }
    for (kind, part) in next.values {
      guard let own = values[kind] else {
        // The ranges before were too short for it.
        values[kind] = part
        continue
      }
      // Taken out, so that appending does not copy what it appends to.
      values[kind] = nil
      guard let whole = joined(own, with: part) else { return false }
      values[kind] = whole
    }
    return true
  }

  /// Returns small versions for a preview, with nothing after a fraction of the time.
  func preview(until share: Double, end: Int) -> MeasureParts {
    func preview<Part: MeasurePart>(_ part: Part) -> (any MeasurePart)? {
      part.preview(until: share, end: end)
    }
    var parts = MeasureParts()
    // What cannot be shown in part is missing in a preview.
    for (kind, part) in values {
      parts.values[kind] = preview(part)
    }
    return parts
  }
}

extension MeasureParts: ByteCoded, Equatable {
  init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    // Generic, because only the type itself knows that of its parts.
    func part<M: RecordingMeasure>(
      _ type: M.Type,
      _ bytes: ArraySlice<UInt8>
    ) -> (any MeasurePart)? { M.Part(encoded: bytes) }
    values = try coder.byKind(value?.values) { part in
      part.encoded()
    } decode: { type, bytes in
      part(type, bytes)
    }
  }

  static func == (one: MeasureParts, other: MeasureParts) -> Bool {
    func isEqual<Value: MeasurePart>(_ value: Value, to other: (any MeasurePart)?) -> Bool {
      other as? Value == value
    }
    guard one.values.count == other.values.count else { return false }
    return one.values.allSatisfy { kind, value in isEqual(value, to: other.values[kind]) }
  }
}

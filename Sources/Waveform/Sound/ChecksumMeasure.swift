package import WavethumbBytes

/// Holds the samples of a recording against the checksum that its file declares of them.
package struct ChecksumMeasure: RecordingMeasure {
  package typealias Part = ChecksumPart

  package static let kind: UInt8 = 5

  package init() {}

  package init(coding value: Self?, with coder: inout ByteCoder) {}

  package func meter(of sound: SoundShape) -> (any Meter)? { ChecksumMeter(sound) }
}

extension Measures {
  /// Whether samples are held against the checksum that a file declares of them.
  package var checksum: Bool {
    get { self[ChecksumMeasure.self] != nil }
    set { self[ChecksumMeasure.self] = newValue ? ChecksumMeasure() : nil }
  }
}

/// Computes the digest of all samples, if the file declares one.
private struct ChecksumMeter: Meter {
  private let checksum: SampleChecksum?
  private let format: SampleFormat
  private let isWhole: Bool
  private var digest = MD5()

  /// The number of samples that are spelled at once: so few that they stay in the first cache.
  private static let samplesAtOnce = 2048

  init(_ sound: SoundShape) {
    checksum = sound.source.checksum
    format = sound.format
    isWhole = sound.range == 0..<Int.max
  }

  var end: Int { 0 }

  mutating func add(_ block: borrowing RawSpan) {
    guard let checksum, isWhole else { return }
    switch checksum.spelling {
    case .asStored:
      digest.add(block)
    case .signed(let bits):
      // These are the bytes that the decoder gives.
      let isPlain = bits == 16 && format.encoding == .int16
      if isPlain {
        digest.add(block)
      } else {
        add(block, width: (bits + 7) / 8, shift: 32 - bits)
      }
    case .unsignedBytes:
      // The highest bit tells signed from unsigned: 0 is stored as 128.
      add(block, width: 1, shift: 24, flipping: 0x80)
    }
  }

  /// Adds the lowest bytes of samples, after a shift from 32 bits.
  private mutating func add(
    _ block: borrowing RawSpan,
    width: Int,
    shift: Int,
    flipping flip: UInt8 = 0
  ) {
    let stored = format.bytesPerSample
    let count = block.byteCount / stored
    var first = 0
    while first < count {
      let last = min(first + Self.samplesAtOnce, count)
      var bytes = [UInt8](repeating: 0, count: (last - first) * width)
      var offset = 0
      for index in first..<last {
        var rest = value(block, at: index * stored) >> Int32(shift)
        // The lowest byte first, as FLAC computes its digest.
        for _ in 0..<width {
          bytes[offset] = UInt8(truncatingIfNeeded: rest) ^ flip
          rest >>= 8
          offset += 1
        }
      }
      withSpan(of: bytes) { digest.add($0) }
      first = last
    }
  }

  /// Returns a sample as an integer of 32 bits.
  @inline(__always)
  private func value(_ block: borrowing RawSpan, at offset: Int) -> Int32 {
    switch format.encoding {
    case .int16: Int32(Int16(bitPattern: block.load(UInt16.self, at: offset))) << 16
    case .int32, .int24: Int32(bitPattern: block.load(UInt32.self, at: offset))
    case .float32: Self.integer(Float(bitPattern: block.load(UInt32.self, at: offset)))
    }
  }

  /// Converts a sample of floating point; 2^31 - 128 is the largest one that fits.
  // Floats hold integers of 24 bits exactly. For NaN, `min` returns its first argument, and nothing
  // traps.
  @inline(__always)
  private static func integer(_ sample: Float) -> Int32 {
    let scaled = sample * 0x1p31
    return Int32(max(-0x1p31, min(0x1p31 - 128, scaled)))
  }

  consuming func finish() -> (any MeasurePart)? {
    guard let checksum else { return ChecksumPart() }
    // A digest is of all samples in order: parts of it cannot be joined.
    guard isWhole else { return ChecksumPart(state: .partial) }
    let isMatch = checksum.matches(digest.finish())
    let state: ChecksumPart.State = isMatch ? .match : .mismatch
    return ChecksumPart(state: state)
  }
}

/// Whether the samples are those that the file declares.
package struct ChecksumPart: Sendable, Equatable {
  // The numbers are in entries of the cache.
  package enum State: Int, Sendable {
    /// The file declares no checksum.
    case none
    case match
    case mismatch
    /// Only some samples were decoded here.
    case partial
  }

  package private(set) var state = State.none

  package init() {}

  init(state: State) { self.state = state }
}

extension ChecksumPart: ByteCoded {
  package init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    let number: Int = try coder.count(value?.state.rawValue, in: 0...State.partial.rawValue)
    state = State(rawValue: number) ?? .none
  }
}

extension ChecksumPart: MeasurePart {
  /// Returns false if there is a checksum: a digest of parts is not that of the whole.
  package mutating func append(_ next: ChecksumPart) -> Bool {
    state == .none && next.state == .none
  }

  package func result(of extent: RecordingExtent) -> ChecksumPart? { self }
}

extension ChecksumPart: MeasureResult {}

extension WaveformMeasurement {
  /// Whether the samples have the checksum that the file declares; nil if it declares none, and for
  /// a damaged recording, whose samples are not all there.
  package var isChecksumRight: Bool? {
    guard damage.isEmpty, let state = results[ChecksumMeasure.self]?.state else { return nil }
    switch state {
    case .match: return true
    case .mismatch: return false
    case .none, .partial: return nil
    }
  }

  /// Discards the verdict, because not all samples were decoded.
  package mutating func discardChecksum() {
    results[ChecksumMeasure.self] = ChecksumPart(state: .none)
  }
}

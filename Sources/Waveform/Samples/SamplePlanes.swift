import WavethumbBytes

/// A stretch of a recording as numbers, separated by channel and followed by zeros.
struct SamplePlanes: Sendable {
  /// Plane after plane, four frames per vector.
  private(set) var samples: [SIMD4<Float>]
  /// The number of vectors from plane to plane.
  let length: Int
  /// The number of vectors of a plane that hold frames.
  private let filled: Int
  /// The start of a window of zeros.
  // Transforms take signals in pairs or eights; one that is missing is read from there.
  let zeros: Int
  private let channels: Int
  private let format: SampleFormat

  // Windows are often a multiple of 4 KB apart, where they push each other out of the cache; so far
  // apart, those of two channels do not: the transform of tones takes 0.88 of the time.
  private static let gap = 128

  /// Creates room for the given number of frames, a multiple of 16, and for a window of zeros.
  init(
    frames: Int,
    channels: Int,
    format: SampleFormat,
    window: Int = SpectrumWindow.frames
  ) {
    self.channels = channels
    self.format = format
    filled = frames / 4
    // A single plane has no neighbor to be apart from.
    length =
      if channels > 1 {
        filled + Self.gap
      } else {
        filled
      }
    zeros = channels * length
    samples = [SIMD4<Float>](repeating: .zero, count: zeros + window / 4)
  }

  /// Reads the given number of frames; the rest of the room is filled with zeros.
  mutating func read(_ bytes: borrowing RawSpan, at offset: Int, frames: Int) {
    format.reader.readPlanes(bytes, at: offset, frames: frames, into: &self)
  }

  fileprivate mutating func read<R: SampleReader>(
    _ bytes: borrowing RawSpan,
    at offset: Int,
    frames: Int,
    as reader: R.Type
  ) {
    // Only mono and stereo are worth vectors: more channels would need a shuffle of their own each.
    let isVector = channels <= 2
    let isMono = channels == 1

    // Sixteen samples are four vectors of a single plane, or two of each of two.
    let whole = isVector ? frames & ~15 : 0
    let step = isMono ? 4 : 2

    // Local copies, because `planes` borrows `self` for writing.
    let channels = channels
    let length = length
    let isFloat = isFloat
    var planes = samples.mutableSpan
    for index in stride(from: 0, to: whole / 4, by: step) {
      let at = offset + 4 * channels * index * R.bytesPerSample
      let values =
        if isMono {
          R.sixteen(bytes, at: at)
        } else {
          R.eightPairs(bytes, at: at)
        }
      let second = isMono ? index + 2 : length + index
      let low = values.lowHalf
      let high = values.highHalf
      var quads = (low.lowHalf, low.highHalf, high.lowHalf, high.highHalf)
      if isFloat {
        quads = (quads.0.bounded, quads.1.bounded, quads.2.bounded, quads.3.bounded)
      }
      planes[index] = quads.0
      planes[index + 1] = quads.1
      planes[second] = quads.2
      planes[second + 1] = quads.3
    }
    readRest(bytes, at: offset, from: whole, frames: frames, as: reader)
  }

  /// Reads the frames that do not fill a vector.
  private mutating func readRest<R: SampleReader>(
    _ bytes: borrowing RawSpan,
    at offset: Int,
    from first: Int,
    frames: Int,
    as reader: R.Type
  ) {
    for channel in 0..<channels {
      for index in first / 4..<filled {
        var values = SIMD4<Float>.zero
        // No frame at all in the vectors behind the last, which become zeros.
        for frame in 4 * index..<max(min(frames, 4 * index + 4), 4 * index) {
          let sample = frame * channels + channel
          values[frame & 3] = R.one(bytes, at: offset + sample * R.bytesPerSample)
        }
        samples[channel * length + index] = isFloat ? values.bounded : values
      }
    }
  }

  private var isFloat: Bool { format.encoding == .float32 }
}

extension SampleReader {
  static func readPlanes(
    _ bytes: borrowing RawSpan,
    at offset: Int,
    frames: Int,
    into planes: inout SamplePlanes
  ) { planes.read(bytes, at: offset, frames: frames, as: self) }
}

extension SIMD4<Float> {
  /// These numbers, with twice full scale instead of infinity and of numbers whose squares would
  /// overflow, and 0 instead of NaN and of denormal numbers, which are slow.
  // Twice full scale is clipping, also where most samples are held.
  @inline(__always)
  var bounded: SIMD4<Float> {
    let bits = asInt32
    let magnitudes = bits & 0x7FFF_FFFF
    let clipped = (bits ^ magnitudes | 0x4000_0000).asFloats
    // 1e-10 and 1e15, as bits, which grow with the number. The square of 1e-10 is a normal number,
    // and millions of squares of 1e15 can be summed below the largest Float, 3.4e38.
    let isHuge = magnitudes .> 0x5863_5FA9
    // The bits of infinity.
    let isInvalid = magnitudes .< 0x2EDB_E6FF .| magnitudes .> 0x7F80_0000
    return replacing(with: clipped, where: isHuge).replacing(with: 0, where: isInvalid)
  }
}

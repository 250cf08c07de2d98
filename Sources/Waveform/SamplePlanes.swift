import Bytes

/// A stretch of a recording as numbers, separated by channel and followed by zeros.
struct SamplePlanes: Sendable {
  /// Plane after plane, four frames per vector.
  private(set) var samples: [SIMD4<Float>]
  /// The number of vectors per plane.
  let length: Int
  /// The start of a window of zeros.
  let zeros: Int
  private let channels: Int
  private let format: SampleFormat

  /// Creates room for the given number of frames, a multiple of 16.
  init(frames: Int, channels: Int, format: SampleFormat) {
    self.channels = channels
    self.format = format
    length = frames / 4
    zeros = channels * length
    samples = [SIMD4<Float>](repeating: .zero, count: zeros + SpectrumWindow.frames / 4)
  }

  /// Reads the given number of frames; the rest of the room is filled with zeros.
  mutating func read(_ bytes: borrowing RawSpan, at offset: Int, frames: Int) {
    format.reader.readPlanes(bytes, at: offset, frames: frames, into: &self)
  }

  fileprivate mutating func read<R: SampleReader>(
    _ bytes: borrowing RawSpan, at offset: Int, frames: Int, as reader: R.Type
  ) {
    let whole = channels <= 2 ? frames & ~15 : 0
    let (channels, length, isFloat) = (channels, length, isFloat)
    var planes = samples.mutableSpan
    if channels == 1 {
      for index in stride(from: 0, to: whole / 4, by: 4) {
        let values = R.sixteen(bytes, at: offset + 4 * index * R.bytesPerSample)
        Self.put(values.lowHalf, at: index, isFloat, &planes)
        Self.put(values.highHalf, at: index + 2, isFloat, &planes)
      }
    } else {
      for index in stride(from: 0, to: whole / 4, by: 2) {
        let values = R.sixteen(bytes, at: offset + 8 * index * R.bytesPerSample)
        Self.put(values.evenHalf, at: index, isFloat, &planes)
        Self.put(values.oddHalf, at: length + index, isFloat, &planes)
      }
    }
    readRest(bytes, at: offset, from: whole, frames: frames, as: reader)
  }

  /// Reads the frames that do not fill a vector.
  private mutating func readRest<R: SampleReader>(
    _ bytes: borrowing RawSpan, at offset: Int, from first: Int, frames: Int, as reader: R.Type
  ) {
    for channel in 0..<channels {
      for index in first / 4..<length {
        var values = SIMD4<Float>.zero
        for frame in 4 * index..<max(min(frames, 4 * index + 4), 4 * index) {
          let sample = frame * channels + channel
          values[frame & 3] = R.one(bytes, at: offset + sample * R.bytesPerSample)
        }
        samples[channel * length + index] = isFloat ? values.bounded : values
      }
    }
  }

  @inline(__always)
  private static func put(
    _ values: SIMD8<Float>, at index: Int, _ isFloat: Bool,
    _ planes: inout MutableSpan<SIMD4<Float>>
  ) {
    planes[index] = isFloat ? values.lowHalf.bounded : values.lowHalf
    planes[index + 1] = isFloat ? values.highHalf.bounded : values.highHalf
  }

  private var isFloat: Bool { format.encoding == .float32 }
}

extension SampleReader {
  static func readPlanes(
    _ bytes: borrowing RawSpan, at offset: Int, frames: Int, into planes: inout SamplePlanes
  ) {
    planes.read(bytes, at: offset, frames: frames, as: self)
  }
}

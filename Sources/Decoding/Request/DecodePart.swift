package import WavethumbBytes

/// A part of a long recording, for one of several workers.
// Frames and not bytes: where a frame of MPEG or a page of Ogg begins is known only to its decoder, and
// meters need ranges that end between buckets.
package struct DecodePart: Sendable, Hashable {
  package var frames: Range<Int>
  /// The exact number of frames of the whole recording, as found by a probe.
  package var total: Int
}

extension DecodePart: ByteCoded {
  package init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    let start: Int = try coder.field(value?.frames.lowerBound)
    let end: Int = try coder.count(value?.frames.upperBound, in: start...Int.max)
    frames = start..<end
    total = try coder.count(value?.total, in: end...Int.max)
  }
}

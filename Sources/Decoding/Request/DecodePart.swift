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
  package func append(to writer: inout ByteWriter) {
    writer.append(all: frames.lowerBound, frames.upperBound, total)
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    frames = try reader.range()
    total = try reader.count(in: frames.upperBound...Int.max)
  }
}

extension ByteReader {
  fileprivate mutating func range() throws(MalformedBytes) -> Range<Int> {
    let lower = try read(Int.self)
    return lower..<(try count(in: lower...Int.max))
  }
}

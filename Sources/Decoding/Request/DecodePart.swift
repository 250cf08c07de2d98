package import WavethumbBytes

/// A part of a long recording, for one of several workers.
// Frames and not bytes: where a frame of MPEG or a page of Ogg begins is known only to its decoder, and
// meters need ranges that end between buckets.
package struct DecodePart: Sendable, Hashable {
  package var frames: Range<Int>
  /// The exact number of frames of the whole recording, as found by a probe.
  package var total: Int
  /// The blocks of 1 MiB whose digests this part computes.
  // Together the parts read the file once: who decodes a block digests it as well.
  package var blocks: Range<Int>
}

extension DecodePart: ByteCoded {
  package func append(to writer: inout ByteWriter) {
    writer.append(all: frames.lowerBound, frames.upperBound, total)
    writer.append(all: blocks.lowerBound, blocks.upperBound)
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    frames = try reader.range()
    total = try reader.count(in: frames.upperBound...Int.max)
    blocks = try reader.range()
  }
}

extension ByteReader {
  fileprivate mutating func range() throws(MalformedBytes) -> Range<Int> {
    let lower = try read(Int.self)
    return lower..<(try count(in: lower...Int.max))
  }
}

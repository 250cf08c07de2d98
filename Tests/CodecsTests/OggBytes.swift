@testable import Codecs

/// Pages of Ogg (RFC 3533) built from a part of a packet.
enum OggBytes {
  /// Flags of a page.
  static let firstOfStream: UInt8 = 2
  static let lastOfStream: UInt8 = 4

  /// A segment has at most 255 bytes, and a page at most 255 segments.
  static let maximumBodyLength = 255 * 255

  /// Returns a page with a valid checksum.
  static func page(
    _ part: [UInt8],
    serial: Int,
    number: Int,
    flags: UInt8 = 0,
    position: Int = 0
  ) -> [UInt8] {
    let segments = segments(of: part)
    let version: UInt8 = 0
    var page = fields(
      Array("OggS".utf8),
      [version, flags],
      littleEndian(position, bytes: 8),
      littleEndian(serial),
      littleEndian(number),
      zeros(4),  // the checksum
      [UInt8(segments.count)],
      segments,
      part
    )
    page.replaceSubrange(22..<26, with: OggPage.checksum(of: page))
    return page
  }

  /// Returns the lengths of the segments of a part of a packet.
  private static func segments(of part: [UInt8]) -> [UInt8] {
    let fullCount = part.count / 255
    let full = [UInt8](repeating: 255, count: fullCount)
    // A packet ends in a segment that is not full; in a full page it goes on.
    guard fullCount < 255 else { return full }
    return full + [UInt8(part.count % 255)]
  }

  /// Returns the pages of one packet; all but the last are full.
  static func pages(ofPacket packet: [UInt8], serial: Int, firstNumber: Int) -> [UInt8] {
    let starts = stride(from: 0, through: packet.count, by: maximumBodyLength)
    let pages = starts.enumerated().map { index, start in
      let end = min(start + maximumBodyLength, packet.count)
      return page(Array(packet[start..<end]), serial: serial, number: firstNumber + index)
    }
    return Array(pages.joined())
  }
}

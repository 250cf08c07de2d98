import Bytes

/// A block of comments as Vorbis, Opus and FLAC share it: who made it, how many there are, then
/// each with its length before it.
struct VorbisComments {
  private static let most = 4096

  private(set) var all: [ArraySlice<UInt8>] = []

  init(_ block: [UInt8]) {
    var place = 4 + Int(block.littleEndian32(at: 0))
    guard place + 4 <= block.count else { return }
    let count = Int(block.littleEndian32(at: place))
    place += 4
    while all.count < min(count, Self.most), place + 4 <= block.count {
      let length = Int(block.littleEndian32(at: place))
      place += 4
      // The last one is cut off where the block was too long to be read.
      all.append(block[place..<place + min(length, block.count - place)])
      place += length
    }
  }

  /// Comments as names in capitals, and their values.
  var pairs: [(name: String, value: ArraySlice<UInt8>)] {
    all.compactMap { comment in
      guard let equals = comment.firstIndex(of: UInt8(ascii: "=")) else { return nil }
      let name = String(decoding: comment[..<equals], as: UTF8.self).uppercased()
      return (name, comment[(equals + 1)...])
    }
  }

  /// The values of every comment of a name in capitals.
  func values(of name: String) -> [ArraySlice<UInt8>] {
    pairs.filter { $0.name == name }.map(\.value)
  }
}

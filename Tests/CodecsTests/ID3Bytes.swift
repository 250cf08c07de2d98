/// ID3v2 tags built frame by frame.
enum ID3Bytes {
  /// The flag of a tag in which a zero was inserted after each 0xFF, so that no MP3 decoder takes it
  /// for a sync word.
  static let unsynchronised: UInt8 = 0x80
  /// The flag of a tag whose frames follow an extended header.
  static let extended: UInt8 = 0x40

  /// Returns a tag of some frames.
  static func tag(version: Int = 4, flags: UInt8 = 0, frames: [UInt8]) -> [UInt8] {
    let revision: UInt8 = 0
    return fields(
      Array("ID3".utf8),
      [UInt8(version), revision, flags],
      synchsafe(frames.count),
      frames
    )
  }

  /// Returns a frame. Versions differ in the length of its head and the form of its size.
  static func frame(_ id: String, body: [UInt8], version: Int = 4) -> [UInt8] {
    switch version {
    case 2: fields(Array(id.utf8), bigEndian(body.count, bytes: 3), body)
    case 3: frame(id, size: bigEndian(body.count), body: body)
    default: frame(id, size: synchsafe(body.count), body: body)
    }
  }

  /// Returns a frame of version 3 or 4 that declares any size.
  static func frame(_ id: String, size: [UInt8], body: [UInt8]) -> [UInt8] {
    let flags = zeros(2)
    return fields(Array(id.utf8), size, flags, body)
  }

  /// Returns a number in seven bits a byte, so that no byte looks like a sync word.
  static func synchsafe(_ number: Int) -> [UInt8] {
    [21, 14, 7, 0].map { shift in UInt8(number >> shift & 0x7F) }
  }
}

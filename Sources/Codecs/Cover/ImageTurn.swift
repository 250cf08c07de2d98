import Bytes

extension ImageHeader {
  /// How a camera was held, as EXIF numbers it: what turns the pixels of a file upright.
  package enum Turn: Int, Sendable {
    case none = 1
    case mirrored, halfway, mirroredHalfway, mirroredLeft, right, mirroredRight, left

    /// Whether width and height change places.
    package var swapsSides: Bool { rawValue >= Turn.mirroredLeft.rawValue }

    /// Reads the body of a JPEG's APP1 segment; nil where it says nothing of this.
    init?(exif body: ArraySlice<UInt8>) {
      guard body.starts(with: Array("Exif\0\0".utf8)) else { return nil }
      let notes = Array(body.dropFirst(6))
      let isLittle = notes.starts(with: "II".utf8)
      guard isLittle || notes.starts(with: "MM".utf8) else { return nil }
      func short(_ place: Int) -> Int {
        guard place >= 0, place + 2 <= notes.count else { return 0 }
        return Int(isLittle ? notes.littleEndian16(at: place) : notes.bigEndian16(at: place))
      }
      func long(_ place: Int) -> Int {
        isLittle ? short(place + 2) << 16 | short(place) : short(place) << 16 | short(place + 2)
      }
      let directory = long(4)
      for entry in 0..<short(directory) {
        let place = directory + 2 + entry * 12
        guard place + 12 <= notes.count else { return nil }
        // The number of the tag for the orientation.
        if short(place) == 0x0112 {
          self.init(rawValue: short(place + 8))
          return
        }
      }
      return nil
    }
  }
}

/// A list of byte strings in the table `CFF `.
struct CFFIndex: Sendable {
  static let empty = CFFIndex()

  let count: Int
  /// The offset after the list.
  let end: Int
  private let bytes: FontBytes
  private let places, placeSize: Int

  private init() {
    count = 0
    end = 0
    bytes = FontBytes([])
    (places, placeSize) = (0, 1)
  }

  init?(_ table: FontBytes, at start: Int) {
    guard let count = table.u16(start) else { return nil }
    self.count = count
    bytes = table
    places = start + 3
    guard count > 0 else {
      placeSize = 1
      end = start + 2
      return
    }
    guard let size = table.u8(start + 2), (1...4).contains(size) else { return nil }
    placeSize = size
    let last = Self.place(count, in: table, places: start + 3, size: size)
    guard let last else { return nil }
    end = start + 2 + (count + 1) * size + last
  }

  subscript(index: Int) -> FontBytes? {
    guard index >= 0, index < count,
      let start = Self.place(index, in: bytes, places: places, size: placeSize),
      let end = Self.place(index + 1, in: bytes, places: places, size: placeSize), end >= start
    else { return nil }
    // Offsets are counted from the byte before the strings.
    return bytes.part(from: places + (count + 1) * placeSize - 1 + start, count: end - start)
  }

  private static func place(_ index: Int, in table: FontBytes, places: Int, size: Int) -> Int? {
    var value = 0
    for byte in 0..<size {
      guard let next = table.u8(places + index * size + byte) else { return nil }
      value = value << 8 | next
    }
    return value
  }
}

/// Numbers by key in the table `CFF `.
struct CFFDictionary {
  private var entries: [Int: [Int]] = [:]

  // The largest number of values that any key has.
  private static let mostNumbers = 48

  init(_ bytes: FontBytes) {
    var place = 0
    var numbers: [Int] = []
    while let byte = bytes.u8(place) {
      place += 1
      switch byte {
      case 12:
        entries[12 << 8 | (bytes.u8(place) ?? 0)] = numbers
        numbers = []
        place += 1
      case 0...21:
        entries[byte] = numbers
        numbers = []
      default:
        guard numbers.count < Self.mostNumbers,
          let number = Self.number(byte, bytes, &place)
        else { return }
        numbers.append(number)
      }
    }
  }

  func numbers(_ key: Int) -> [Int] { entries[key] ?? [] }

  /// Returns the last number of a key: its only one, unless a size precedes an offset.
  func number(_ key: Int) -> Int? { entries[key]?.last }

  private static func number(_ first: Int, _ bytes: FontBytes, _ place: inout Int) -> Int? {
    switch first {
    case 29:
      defer { place += 4 }
      return bytes.u32(place).map { Int(Int32(truncatingIfNeeded: $0)) }
    case 30:
      // A decimal number, used only by keys that are ignored: two digits per byte, ended by 0xF.
      while let digits = bytes.u8(place) {
        place += 1
        if digits & 0xF == 0xF || digits >> 4 == 0xF { return 0 }
      }
      return nil
    default: return bytes.packedNumber(first, &place)
    }
  }
}

extension FontBytes {
  /// Reads a number of one, two or three bytes in programs and dictionaries of the table `CFF `.
  func packedNumber(_ first: Int, _ place: inout Int) -> Int? {
    switch first {
    case 28:
      defer { place += 2 }
      return i16(place)
    case 32...246: return first - 139
    case 247...250:
      defer { place += 1 }
      return u8(place).map { (first - 247) * 256 + $0 + 108 }
    case 251...254:
      defer { place += 1 }
      return u8(place).map { -(first - 251) * 256 - $0 - 108 }
    default: return nil
    }
  }
}

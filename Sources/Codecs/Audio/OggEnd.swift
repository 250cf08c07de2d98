/// Whether an Ogg stream was finished: its last page is whole and says that it is the last.
enum OggEnd {
  /// A page is at most so long.
  private static let longestPage = 65_307

  static func isMarked(_ source: ByteSource) -> Bool {
    let start = max(0, source.size - 2 * longestPage)
    let bytes = source.bytes(at: start, count: 2 * longestPage)
    var place = bytes.count - 27
    while place >= 0 {
      if bytes[place] == 0x4F, bytes[place...].starts(with: "OggS".utf8) {
        return bytes[place + 5] & 4 != 0 && isWhole(bytes[place...])
      }
      place -= 1
    }
    return false
  }

  /// A page's head lists the lengths of its segments.
  private static func isWhole(_ page: ArraySlice<UInt8>) -> Bool {
    let segments = page.dropFirst(26).prefix(1 + Int(page[page.startIndex + 26]))
    return page.count >= 26 + segments.count + segments.dropFirst().reduce(0) { $0 + Int($1) }
  }
}

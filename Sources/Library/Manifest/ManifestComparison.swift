package import System

/// Compares a manifest with the last one, to avoid writing it again.
package enum ManifestComparison {
  /// Returns the range of each entry if the last manifest equals these entries; nil if it differs
  /// or if stopped.
  ///
  /// An entry is a text, or a range of the last manifest.
  package static func places(
    _ head: [UInt8], _ format: ManifestFormat, _ count: Int, in last: LastManifest,
    stopped: () -> Bool = { false }, _ entry: (Int) throws(SystemFailure) -> EntryPlace
  ) throws(SystemFailure) -> [Range<Int>]? {
    guard Int64(head.count) < last.identity.size, try last.bytes(0..<head.count) == head else {
      return nil
    }
    var places: [Range<Int>] = []
    places.reserveCapacity(count)
    var end = head.count
    for index in 0..<count {
      if stopped() { return nil }
      let start = end + format.separator(isFirst: places.isEmpty).count
      switch try entry(index) {
      case .kept(let range):
        if range.lowerBound != start { return nil }
        end = range.upperBound
      case .text(let entry):
        let text = format.text(entry)
        end = start + text.count
        guard Int64(end) < last.identity.size else { return nil }
        if try last.bytes(start..<end) != text { return nil }
      case .stored: return nil
      }
      places.append(start..<end)
    }
    let closing = format.closing(isEmpty: places.isEmpty)
    let size = Int(clamping: last.identity.size)
    let seal = size - ManifestSeal.length(format)
    guard seal >= end + closing.count, try last.bytes(end..<end + closing.count) == closing,
      AlbumList.isText(try last.bytes(end + closing.count..<seal), format),
      ManifestSeal.digest(in: try last.bytes(seal..<size)) != nil
    else { return nil }
    return places
  }
}

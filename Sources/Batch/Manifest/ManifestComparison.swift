import System

/// Tells whether a manifest would come out as the last one is, so that it need not be touched.
enum ManifestComparison {
  /// Where each entry stands, if the last manifest is what these records make; nil where it is another.
  static func places(
    _ head: [UInt8], _ records: [RecordingRecord], _ store: EntryStore, in last: LastManifest
  ) throws(SystemFailure) -> [Range<Int>]? {
    guard Int64(head.count) < last.identity.size, try last.bytes(0..<head.count) == head else {
      return nil
    }
    var places: [Range<Int>] = []
    places.reserveCapacity(records.count)
    var end = head.count
    for entry in records.lazy.map(\.entry) {
      let start = end + ManifestFile.separator(isFirst: places.isEmpty).count
      end = start + entry.count
      guard Int64(end) < last.identity.size else { return nil }
      switch entry {
      case .kept(let range): if range.lowerBound != start { return nil }
      case .text(let text): if try last.bytes(start..<end) != text { return nil }
      case .stored(let place):
        if try last.bytes(start..<end) != store.entry(place) { return nil }
      }
      places.append(start..<end)
    }
    let closing = ManifestFile.closing(isEmpty: places.isEmpty)
    guard Int64(end + closing.count) == last.identity.size,
      try last.bytes(end..<end + closing.count) == closing
    else { return nil }
    return places
  }
}

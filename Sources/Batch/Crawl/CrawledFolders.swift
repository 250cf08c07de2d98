/// The folders of a crawl, each known by its place under its parent, so that depth costs nothing.
public struct CrawledFolders: Sendable {
  private struct Record {
    let parent: Int32
    let name: Range<Int>
    let device: UInt64
    var recordings = 0
    var isUnreadable = false
    var hasRules = false
  }

  private var names: [UInt8] = []
  private var records: [Record] = []

  public var count: Int { records.count }

  /// Whether some of the folder could not be looked into.
  public func isUnreadable(_ folder: Int) -> Bool { records[folder].isUnreadable }

  public func device(_ folder: Int) -> UInt64 { records[folder].device }

  /// The recordings in it and beneath it, once the crawl is over.
  public func recordings(_ folder: Int) -> Int { records[folder].recordings }

  /// Whether an ignore file lies in it or beneath it: somebody's wish, and a sign that its disk is there.
  public func hasRules(_ folder: Int) -> Bool { records[folder].hasRules }

  /// The folder's path in the library; empty for the library itself.
  public func path(_ folder: Int) -> RawPath {
    var chain: [Int] = []
    var place = folder
    while place > 0 {
      chain.append(place)
      place = Int(records[place].parent)
    }
    let steps = chain.reversed().map { names[records[$0].name] }
    return RawPath(bytes: Array(steps.joined(separator: [RawPath.separator])))
  }

  /// Adds a folder under one that is there already; the first is the library itself.
  mutating func enter(_ name: some Collection<UInt8>, in parent: Int, device: UInt64) -> Int {
    let start = names.count
    names.append(contentsOf: name)
    records.append(
      Record(
        parent: Int32(truncatingIfNeeded: parent), name: start..<names.count, device: device))
    return records.count - 1
  }

  mutating func addRecording(_ folder: Int) {
    records[folder].recordings += 1
  }

  mutating func markUnreadable(_ folder: Int) {
    records[folder].isUnreadable = true
  }

  mutating func markRules(_ folder: Int) {
    records[folder].hasRules = true
  }

  /// Adds what was found in a folder to its parent.
  mutating func leave(_ folder: Int) {
    guard folder > 0 else { return }
    let parent = Int(records[folder].parent)
    records[parent].recordings += records[folder].recordings
    if records[folder].hasRules { records[parent].hasRules = true }
  }
}

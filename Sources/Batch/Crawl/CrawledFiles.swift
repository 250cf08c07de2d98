/// Many crawled files in little memory: one run of bytes for all paths, 72 bytes a file beside its path.
public struct CrawledFiles: Sendable {
  private struct Record {
    let identity: FileIdentity
    let folderDevice: UInt64
    let start: Int
    let length: Int32
    let expectation: CandidateName.Expectation
  }

  private var paths: [UInt8] = []
  private var records: [Record] = []

  public init() {}

  public var count: Int { records.count }

  /// Adds a file; a crawl meets them in the order of their paths, and in that order they stay.
  public mutating func append(_ file: CrawledFile) {
    let start = paths.count
    paths.append(contentsOf: file.path.bytes)
    records.append(
      Record(
        identity: file.identity, folderDevice: file.folderDevice, start: start,
        length: Int32(file.path.bytes.count), expectation: file.expectation))
  }

  public subscript(index: Int) -> CrawledFile {
    CrawledFile(
      path: path(index), identity: identity(index), expectation: expectation(index),
      folderDevice: records[index].folderDevice)
  }

  public func path(_ index: Int) -> RawPath {
    let record = records[index]
    return RawPath(bytes: Array(paths[record.start..<(record.start + Int(record.length))]))
  }

  public func identity(_ index: Int) -> FileIdentity { records[index].identity }

  public func expectation(_ index: Int) -> CandidateName.Expectation { records[index].expectation }

  /// All files, largest first and those of one size by path, so that no long one is left for the end.
  public func largestFirst() -> [Int] {
    records.indices.sorted { left, right in
      let (one, other) = (records[left].identity.size, records[right].identity.size)
      return one != other ? one > other : left < right
    }
  }
}

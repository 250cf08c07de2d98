import Library
import System

/// The files of a crawl, each with its place in what the last run remembers: records are made of
/// the two when they are asked for.
struct KnownFiles: Sendable {
  private static let nowhere: Int32 = -1

  let files: CrawledFiles
  private let past: PastRecords
  /// The places in the memory; none at all where there is no memory.
  private var places: [Int32] = []

  init(_ files: CrawledFiles, _ past: PastRecords) {
    (self.files, self.past) = (files, past)
    if past.memory != nil { places = Array(repeating: Self.nowhere, count: files.count) }
  }

  /// Notes where the memory tells of a file.
  mutating func note(_ place: Int, of index: Int) {
    places[index] = Int32(place)
  }

  /// What the last run knew of a file, nil where that is nothing.
  func record(_ index: Int) -> RecordingRecord? {
    isKnown(index) ? past.record(place(index), at: files.path(index)) : nil
  }

  /// The same without the reason of a failure, which takes longer.
  func facts(_ index: Int) -> RecordingRecord? {
    isKnown(index) ? past.facts(place(index), at: files.path(index)) : nil
  }

  /// Where the last manifest tells of a file.
  func entry(_ index: Int) -> RecordingRecord.Entry? {
    isKnown(index) ? past.entry(place(index), at: files.path(index)) : nil
  }

  /// False where the memory tells nothing of a file; without a memory the manifest is asked.
  private func isKnown(_ index: Int) -> Bool { places.isEmpty || places[index] != Self.nowhere }

  private func place(_ index: Int) -> Int? { places.isEmpty ? nil : Int(places[index]) }
}

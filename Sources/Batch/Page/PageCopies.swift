import WavethumbBytes
import WavethumbLibrary

/// Finds the recordings of the page with the same content.
// By content only, and not by sound as `list --duplicates`: a page must not call two recordings copies
// that may differ.
struct PageCopies {
  private var firsts: [ContentDigest: Int] = [:]
  /// For each content that several recordings share, the numbers of their rows, by the first row.
  private var groups: [Int: [Int]] = [:]
  private var count = 0

  /// Adds the next row of the page.
  mutating func add(_ entry: ManifestEntry) {
    defer { count += 1 }
    guard entry.facts != nil, let digest = entry.digest else { return }
    guard let first = firsts[digest] else {
      firsts[digest] = count
      return
    }
    groups[first, default: [first]].append(count)
  }

  /// Writes the numbers of the rows of each group; nothing if all contents differ.
  func write(to json: inout JSONWriter) {
    guard !groups.isEmpty else { return }
    // Sorted, since a dictionary has another order in every run, and a page would change with it.
    let sorted = groups.sorted { one, other in one.key < other.key }
    json.member("copies", array: sorted) { json, group in
      json.array(group.value) { json, row in json.value(row) }
    }
  }
}

import WavethumbBytes
import WavethumbLibrary

/// Finds the recordings of the page with the same content or the same sound.
struct PageCopies {
  private var duplicates = Duplicates(comparesSound: true)
  /// The content of each row; nil if it could not be decoded.
  private var contents: [ContentDigest?] = []

  /// Adds the next row of the page.
  mutating func add(_ entry: ManifestEntry) {
    duplicates.add(entry)
    contents.append(entry.facts == nil ? nil : entry.digest)
  }

  /// Writes each group of one sound as the rows of each of its contents; nothing if all sounds differ.
  // A page must not call two recordings the same file that may differ.
  func write(to json: inout JSONWriter) {
    let groups = duplicates.groups().map(byContent).filter { group in
      group.joined().count > 1
    }
    guard !groups.isEmpty else { return }
    json.member("copies", array: groups) { json, group in
      json.array(group) { json, rows in
        json.array(rows) { json, row in json.value(row) }
      }
    }
  }

  /// Returns the decoded rows of a group, those of each content together.
  private func byContent(_ rows: [Int]) -> [[Int]] {
    var groups: [[Int]] = []
    var places: [ContentDigest: Int] = [:]
    for row in rows {
      guard let content = contents[row] else { continue }
      if let place = places[content] {
        groups[place].append(row)
      } else {
        places[content] = groups.count
        groups.append([row])
      }
    }
    return groups
  }
}

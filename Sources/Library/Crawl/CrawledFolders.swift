package import System

/// The folders of a crawl, in the order of their paths.
package struct CrawledFolders: Sendable {
  private struct Facts {
    let device: UInt64
    var recordings = 0
    var isUnreadable = false
    var isUnentered = false
    var hasRules = false
  }

  private var tree = PathTree()
  private var facts: [Facts] = []

  package init() {}

  package var count: Int { facts.count }

  /// Returns the folder's path in the library; empty for the library itself.
  package func path(_ folder: Int) -> RawPath { tree.path(folder) }

  package func device(_ folder: Int) -> UInt64 { facts[folder].device }

  /// Returns the number of recordings in and below a folder, after the crawl.
  package func recordings(_ folder: Int) -> Int { facts[folder].recordings }

  /// Returns whether a part of the folder could not be read.
  package func isUnreadable(_ folder: Int) -> Bool { facts[folder].isUnreadable }

  /// Returns whether the folder is a link that was not followed, because of missing `--follow`.
  package func isUnentered(_ folder: Int) -> Bool { facts[folder].isUnentered }

  /// Returns whether an ignore file or such a link is in or below the folder, which shows that its
  /// disk is mounted.
  package func hasRules(_ folder: Int) -> Bool { facts[folder].hasRules }

  package func name(_ folder: Int) -> ArraySlice<UInt8> { tree.name(folder) }

  package func parent(_ folder: Int) -> Int { tree.parent(folder) }

  package mutating func enter(_ name: some Collection<UInt8>, in parent: Int, device: UInt64) -> Int
  {
    facts.append(Facts(device: device))
    return tree.add(name, under: parent)
  }

  mutating func addRecordings(_ count: Int, to folder: Int) { facts[folder].recordings += count }

  mutating func markUnreadable(_ folder: Int) { facts[folder].isUnreadable = true }

  mutating func markUnentered(_ folder: Int) {
    facts[folder].isUnentered = true
    facts[folder].hasRules = true
  }

  mutating func markRules(_ folder: Int) { facts[folder].hasRules = true }

  /// Adds the counts of a folder to its parent's.
  package mutating func leave(_ folder: Int) {
    guard folder > 0 else { return }
    facts[tree.parent(folder)].recordings += facts[folder].recordings
    if facts[folder].hasRules { facts[tree.parent(folder)].hasRules = true }
  }
}

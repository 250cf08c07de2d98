package import System

/// The folders of a crawl, in the order of their paths.
package struct CrawledFolders: Sendable {
  package struct Facts: Sendable {
    package let device: UInt64
    /// The number of recordings in and below the folder, valid after the crawl.
    package var recordings = 0
    /// Whether a part of the folder could not be read.
    package var isUnreadable = false
    /// Whether the folder is a link that was not followed, because `--follow` was not given.
    package var isUnentered = false
    /// Whether an ignore file or an unfollowed link is in or below the folder: its disk is mounted.
    package var hasRules = false
  }

  private var tree = PathTree()
  private var facts: [Facts] = []

  package init() {}
  package var count: Int { facts.count }

  package subscript(folder: Int) -> Facts {
    get { facts[folder] }
    set { facts[folder] = newValue }
  }

  /// Returns the folder's path in the library; empty for the library itself.
  package func path(_ folder: Int) -> RawPath { tree.path(folder) }
  package func name(_ folder: Int) -> ArraySlice<UInt8> { tree.name(folder) }
  package func parent(_ folder: Int) -> Int { tree.parent(folder) }

  package mutating func enter(_ name: some Collection<UInt8>, in parent: Int, device: UInt64) -> Int
  {
    facts.append(Facts(device: device))
    return tree.add(name, under: parent)
  }

  /// Adds the counts of a folder to its parent's.
  package mutating func leave(_ folder: Int) {
    guard folder > 0 else { return }
    facts[tree.parent(folder)].recordings += facts[folder].recordings
    if facts[folder].hasRules { facts[tree.parent(folder)].hasRules = true }
  }
}

/// A path that comes from a file, such as a manifest, a ledger or the cache: relative, and without
/// `..`, `.` and empty steps.
///
/// It is only ever opened from an open folder, step by step, and no link on the way is followed.
package struct RelativePath: Sendable, Hashable {
  package let path: RawPath

  /// Returns nil for an empty or absolute path, and for one with `..`, `.`, an empty step or a NUL.
  package init?(_ path: RawPath) {
    let steps = path.bytes.split(separator: RawPath.separator, omittingEmptySubsequences: false)
    guard steps.allSatisfy(Self.isSafe) else { return nil }
    self.path = path
  }

  private static func isSafe(_ step: ArraySlice<UInt8>) -> Bool {
    // `.` is harmless, but two paths would then mean one file.
    if step.isEmpty || step.elementsEqual(".".utf8) { return false }
    // The kernel would read only what is before a NUL, which may be another path.
    return !step.elementsEqual("..".utf8) && !step.contains(0)
  }

  /// Returns the rest of a path after a prefix, which may contain `..`; nil if the path does not begin
  /// with it.
  package init?(_ path: RawPath, behind prefix: RawPath) {
    let start = prefix.isEmpty ? [] : prefix.bytes + [RawPath.separator]
    guard path.bytes.starts(with: start) else { return nil }
    self.init(RawPath(bytes: Array(path.bytes.dropFirst(start.count))))
  }

  package var name: RawPath { path.name }

  /// The path without its last step, or nil for a single step.
  package var parent: RelativePath? {
    guard let end = path.bytes.lastIndex(of: RawPath.separator) else { return nil }
    return RelativePath(RawPath(bytes: Array(path.bytes[..<end])))
  }
}

extension RelativePath: Comparable {
  package static func < (left: RelativePath, right: RelativePath) -> Bool {
    left.path < right.path
  }
}

extension Folder {
  /// Opens the parent folder of a path; `creating` creates missing folders.
  package func parent(
    of path: RelativePath,
    creating: Bool = false
  ) throws(SystemFailure) -> Folder {
    let parent = path.path.parent
    // Opening "." would be one call more for each picture at the top of an output.
    if parent == "." { return try duplicate() }
    return try folderWithoutLinks(parent, creating: creating)
  }

  /// Opens a file for reading, unless it or a folder on the way is a link.
  package func open(_ path: RelativePath) throws(SystemFailure) -> Descriptor {
    try openWithoutLinks(path.path)
  }
}

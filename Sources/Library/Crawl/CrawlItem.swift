package import System

/// A result of a crawl: a file that may be a recording, or a problem.
package enum CrawlItem: Sendable, Hashable {
  case file(CrawledFile)
  case problem(CrawlProblem)
}

/// A file that may be a recording.
package struct CrawledFile: Sendable, Hashable {
  /// Relative to the library.
  package let path: RawPath
  /// For a link, the identity of its target.
  package let identity: FileIdentity
  package let expectation: CandidateName.Expectation
  package let folderDevice: UInt64
}

/// Something in the library that cannot be opened.
package struct CrawlProblem: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case unreadableFolder(errno: CInt)
    case unreadableFile(errno: CInt)
    /// An ignore file could not be read, and has no effect.
    case unreadableRules(errno: CInt)
    /// A link with the name of a recording and without a target.
    case danglingLink
    /// A link to itself, or to a folder that contains the link.
    case linkLoop
    /// A pipe, socket or device with the name of a recording.
    case notAFile(FileStatus.Kind)
    /// A link to a folder, which is followed only on request.
    case linkedFolder
  }

  package let path: RawPath
  package let kind: Kind

  /// Whether the name is that of a recording, so that it gets a manifest entry.
  package var isCandidate: Bool {
    switch kind {
    case .unreadableFile, .danglingLink, .notAFile: true
    case .linkLoop: CandidateName.expectation(of: path.bytes, 0..<path.bytes.count) != nil
    case .unreadableFolder, .unreadableRules, .linkedFolder: false
    }
  }
}

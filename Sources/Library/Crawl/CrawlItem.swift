package import System

/// An item of a crawl: a file that may be a recording, or a problem.
package enum CrawlItem: Sendable, Hashable {
  case file(CrawledFile)
  case problem(CrawlProblem)
}

/// A file that may be a recording.
package struct CrawledFile: Sendable, Hashable {
  /// Relative to the library.
  package let path: RawPath
  /// Where a link stands there: that of the file it leads to.
  package let identity: FileIdentity
  package let expectation: CandidateName.Expectation
  /// The device of the folder of the file.
  package let folderDevice: UInt64

  package init(
    path: RawPath, identity: FileIdentity, expectation: CandidateName.Expectation,
    folderDevice: UInt64
  ) {
    self.path = path
    self.identity = identity
    self.expectation = expectation
    self.folderDevice = folderDevice
  }
}

/// Something in the library that is not opened.
package struct CrawlProblem: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case unreadableFolder(errno: CInt)
    case unreadableFile(errno: CInt)
    /// An ignore file that could not be read: the crawl goes on as if it were not there.
    case unreadableRules(errno: CInt)
    /// Named like a recording, and leads nowhere.
    case danglingLink
    /// A link that leads to itself, or to a folder that contains the link.
    case linkLoop
    /// Named like a recording, and a pipe, socket or device.
    case notAFile(FileStatus.Kind)
    /// Not entered, as links to folders are only followed on demand.
    case linkedFolder
  }

  package let path: RawPath
  package let kind: Kind

  package init(path: RawPath, kind: Kind) {
    self.path = path
    self.kind = kind
  }

  /// Whether the name is that of a recording, so that it has a place in the manifest.
  package var isCandidate: Bool {
    switch kind {
    case .unreadableFile, .danglingLink, .notAFile: true
    case .linkLoop:
      CandidateName.expectation(of: path.bytes, 0..<path.bytes.count) != nil
    case .unreadableFolder, .unreadableRules, .linkedFolder: false
    }
  }
}

package import System

/// A result of a crawl: a file that may be a recording, or a problem.
package enum CrawlItem: Sendable, Equatable {
  case file(CrawledFile)
  case problem(CrawlProblem)
}

/// A file that may be a recording.
package struct CrawledFile: Sendable, Equatable {
  /// Relative to the library.
  package let path: RawPath
  /// For a link, the identity of its target.
  package let identity: FileIdentity
  package let expectation: CandidateName.Expectation
  package let folderDevice: UInt64
}

/// Something in the library that cannot be opened; a linked folder that is not followed is
/// `.notAFile(.folder)`, and an unreadable ignore file `.unreadableFolder`.
package struct CrawlProblem: Sendable, Equatable {
  package let path: RawPath
  package let problem: FileProblem

  package var isLinkedFolder: Bool { problem == .notAFile(.folder) }

  /// Whether the name is that of a recording, so that it gets a manifest entry.
  package var isCandidate: Bool {
    switch problem {
    case .notAFile(.linkLoop):
      CandidateName.expectation(of: path.bytes, 0..<path.bytes.count) != nil
    case .decoding, .notAFile: !isLinkedFolder
    case .unreadableFolder, .writeFailed, .foreignPicture, .tooManyChannels: false
    }
  }
}

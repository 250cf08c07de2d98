import WavethumbOptions
package import WavethumbSystem

/// Something in the library that cannot be opened; an unreadable ignore file is
/// `.unreadableFolder`.
package struct CrawlProblem: Sendable, Equatable {
  package let path: RawPath
  package let problem: FileProblem

  /// Whether the name is that of a recording, so that it gets a manifest entry.
  package var isCandidate: Bool {
    switch problem {
    // What a circular link would lead to is unknown, so that its name decides.
    case .notAFile(.linkLoop): CandidateName.isCandidate(path.bytes, in: 0..<path.bytes.count)
    case .decoding, .notAFile: true
    case .unreadableFolder, .writeFailed, .foreignPicture, .sharedName, .tooManyChannels: false
    }
  }
}

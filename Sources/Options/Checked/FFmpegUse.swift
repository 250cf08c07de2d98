package import Decoding
package import WavethumbSystem

/// The recordings that are decoded by the ffmpeg on PATH.
package enum FFmpegUse: String, CaseIterable, Sendable {
  case off
  /// Unsupported recordings whose names end like those of sound, if there is an ffmpeg.
  // Without a flag, since every library of podcasts has some; without video, which most libraries
  // have beside the recordings of it; and without damaged recordings, so that the pictures of a
  // format that our libraries read are the same on a machine without ffmpeg.
  case sound
  /// Unsupported recordings of any name, and damaged ones.
  case all

  /// Returns when ffmpeg decodes the recording of this path after our libraries.
  package func retry(of path: RawPath) -> FFmpegRetry {
    switch self {
    case .off: return .never
    case .sound:
      guard CandidateName.isSound(path) else { return .never }
      return .unsupported
    case .all: return .unsupportedOrDamaged
    }
  }

  // An order, because settings of a manifest may ask for less than the command line allows.
  private var reach: Int {
    switch self {
    case .off: 0
    case .sound: 1
    case .all: 2
    }
  }
}

extension FFmpegUse: Comparable {
  package static func < (one: FFmpegUse, other: FFmpegUse) -> Bool { one.reach < other.reach }
}

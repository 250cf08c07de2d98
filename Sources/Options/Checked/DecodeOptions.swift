package import Decoding
import WavethumbSystem

/// How recordings are decoded, and within which limits.
package struct DecodeOptions: Sendable, Equatable {
  /// The recordings that the ffmpeg on PATH decodes.
  // Not in the settings of a manifest, but for ffmpeg and the hours: how much a decoder may cost does
  // not change what it decodes.
  package internal(set) var ffmpeg = FFmpegUse.sound
  /// What the last scan was allowed, if that was more: its pictures stay, and no program is started for
  /// them.
  package internal(set) var ffmpegOfLast: FFmpegUse?
  /// Processor seconds that a file may take without decoding anything new.
  // This limit and the next two are untuned: with half of them some odd recording would be refused,
  // with twice a hostile one would hold a thread for twice as long.
  package internal(set) var timeoutSeconds = 10.0
  package internal(set) var maximumHours = standardHours
  /// The parts of the sandbox that are required.
  package internal(set) var isolation = Isolation.auto
  /// The number of samples that represent a long recording, or nil for all.
  package internal(set) var maximumSamples: Int?
  /// The number of files decoded at once, or nil for the available processors.
  package var jobs: Int?

  private static let standardHours = 120.0

  /// The largest number of samples per byte of a long file.
  // Somebody who chooses how many hours of audio may come of a file has chosen how much may come of a byte.
  package var maximumSamplesPerByte: Int { maximumHours == Self.standardHours ? 1000 : .max }

  /// The use of ffmpeg in the settings and keys of pictures.
  package var ffmpegOfSettings: FFmpegUse {
    get { ffmpegOfLast ?? ffmpeg }
    set {
      ffmpeg = newValue
      ffmpegOfLast = nil
    }
  }

  /// The number of files decoded at once.
  package var width: Int { jobs ?? Processors.usable }
}

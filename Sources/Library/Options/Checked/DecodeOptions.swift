public import Decoding
import System

/// How recordings are decoded, and within which limits.
public struct DecodeOptions: Sendable, Equatable {
  /// Whether formats that the libraries cannot read go through the ffmpeg on PATH.
  package internal(set) var usesFFmpeg = false
  /// Processor seconds a file may take without decoding anything new.
  package internal(set) var timeoutSeconds = 10.0
  /// Hours of audio after which a file is refused.
  package internal(set) var longestHours = 120.0
  /// Samples for each byte beyond which a long file is refused.
  package internal(set) var mostSamplesPerByte = 1000
  /// Which parts of the sandbox must hold before a worker decodes.
  public internal(set) var isolation = Isolation.auto
  /// How many samples of a long recording stand for all of it, or nil for all of them.
  package internal(set) var mostSamples: Int?
  /// Files at once, or nil for the processors this process may use.
  package var jobs: Int?

  /// How many files are decoded at once.
  package var width: Int { jobs ?? Processors.usable }
}

/// How much is said on standard error.
public enum Verbosity: Sendable, Equatable {
  /// Nothing but failures.
  case quiet
  /// Failures, notes and totals.
  case normal
  /// Every file.
  case everyFile
}

public import Decoding
import System

/// How recordings are decoded, and within which limits.
public struct DecodeOptions: Sendable, Equatable {
  /// What the libraries cannot read goes through the ffmpeg on PATH.
  public internal(set) var usesFFmpeg = false
  /// Processor seconds a file may take without decoding anything new.
  public internal(set) var timeoutSeconds = 10.0
  /// Hours of audio after which a file is refused.
  public internal(set) var longestHours = 120.0
  /// Samples for each byte beyond which a long file is refused.
  public internal(set) var mostSamplesPerByte = 1000
  public internal(set) var isolation = Isolation.auto
  /// Files at once, or nil for the processors this process may use.
  public package(set) var jobs: Int?

  /// How many files are decoded at once.
  package var width: Int { jobs ?? Processors.usable }
}

/// Where summaries are kept, and how many bytes of them.
public struct CacheLocation: Sendable, Equatable {
  public static let defaultBudget = 2_147_483_648

  /// False with `--no-cache`: summaries and fast-path state are neither read nor written.
  public internal(set) var isUsed = true
  /// The folder asked for, or nil for the user's own.
  public internal(set) var directory: [UInt8]?
  public internal(set) var budget = defaultBudget
}

/// How much is said on standard error.
public enum Verbosity: Sendable, Equatable {
  /// Nothing but failures.
  case quiet
  case normal
  /// Every file.
  case everyFile
}

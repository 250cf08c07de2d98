import Codecs
import Decoding

/// The reason why a picture has no album art although it was requested.
///
/// The number is stored in the index, the name in the manifest.
package enum CoverFault: UInt8, CaseIterable, Sendable, Error {
  case none = 1
  case unreadable, empty, notAPicture, tooManyBytes, tooManyPixels, needsFFmpeg, undecodable

  init(_ problem: CoverProblem) {
    self =
      switch problem {
      case .empty: .empty
      case .tooManyBytes: .tooManyBytes
      case .tooManyPixels: .tooManyPixels
      case .notAPicture: .notAPicture
      }
  }

  /// The name in the manifest.
  var code: String {
    switch self {
    case .none: "no-art"
    case .unreadable: "unreadable"
    case .empty: "empty"
    case .notAPicture: "not-a-picture"
    case .tooManyBytes: "too-many-bytes"
    case .tooManyPixels: "too-many-pixels"
    case .needsFFmpeg: "needs-ffmpeg"
    case .undecodable: "undecodable"
    }
  }

  init?(code: String) {
    guard let fault = Self.allCases.first(where: { $0.code == code }) else { return nil }
    self = fault
  }

  /// The message in the manifest.
  package var message: String {
    switch self {
    case .none: "no art was found"
    case .unreadable: "the art cannot be read"
    case .empty: "the art has no bytes"
    case .notAPicture: "the art is neither JPEG nor PNG nor WebP"
    case .tooManyBytes: "the art has more than 16 MiB"
    case .tooManyPixels: "the art has more than 64 million pixels"
    case .needsFFmpeg: "to draw JPEG and WebP into PNG takes --ffmpeg; SVG carries them as they are"
    case .undecodable: "the art is damaged"
    }
  }

  /// The short reason for the last line of a run.
  package var reason: String {
    switch self {
    case .none: "no art found"
    case .unreadable: "art unreadable"
    case .empty: "art empty"
    case .notAPicture: "art no picture"
    case .tooManyBytes: "art above 16 MiB"
    case .tooManyPixels: "art above 64 million pixels"
    case .needsFFmpeg: "JPEG or WebP needs --ffmpeg"
    case .undecodable: "art damaged"
    }
  }
}

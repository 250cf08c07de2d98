import Codecs

/// The reason why a picture has no album art although it was requested.
///
/// The number is stored in ledgers, the name in the manifest.
// So that neither changes its meaning: a new fault takes the next number. Fifteen is the largest, as a
// record has four bits for it.
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

  /// The name in the manifest, the message there, and the short reason for the last line of a run.
  // Side by side, so that a new fault lacks none of them.
  private var texts: (code: String, message: String, reason: String) {
    switch self {
    case .none: ("no-art", "no art was found", "no art found")
    case .unreadable: ("unreadable", "the art cannot be read", "art unreadable")
    case .empty: ("empty", "the art has no bytes", "art empty")
    case .notAPicture:
      ("not-a-picture", "the art is neither JPEG nor PNG nor WebP", "art no picture")
    case .tooManyBytes: ("too-many-bytes", "the art has more than 16 MiB", "art above 16 MiB")
    case .tooManyPixels:
      ("too-many-pixels", "the art has more than 64 million pixels", "art above 64 million pixels")
    case .needsFFmpeg:
      (
        "needs-ffmpeg",
        "to draw JPEG and WebP into PNG takes --ffmpeg; SVG carries them as they are",
        "JPEG or WebP needs --ffmpeg"
      )
    case .undecodable: ("undecodable", "the art is damaged", "art damaged")
    }
  }

  var code: String { texts.code }
  package var message: String { texts.message }
  package var reason: String { texts.reason }

  init?(code: String) {
    let fault = Self.allCases.first { fault in fault.code == code }
    guard let fault else { return nil }
    self = fault
  }
}

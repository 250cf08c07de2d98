/// How a recording ended: complete or truncated.
public struct AudioEnding: Sendable, Equatable {
  /// Whether it ended early.
  public var isCut = false
  /// The number of missing frames; nil if no length is declared.
  public var missing: Int?

  /// Creates the ending of a recording with a declared number of frames.
  package init(_ frames: Int, of declared: Int, at sampleRate: Int) {
    let exact = Self.after(frames, of: .claimed(declared))
    self = exact.tolerant(of: frames, at: sampleRate)
  }

  init(isCut: Bool = false, missing: Int? = nil) {
    self.isCut = isCut
    self.missing = missing
  }

  /// Returns this ending, or a complete one if at most 50 ms or a thousandth is missing.
  // Encoders pad and count differently: a few frames of a whole file are often missing. 50 ms are two
  // frames of MP3; the thousandth is a guess.
  func tolerant(of frames: Int, at sampleRate: Int) -> AudioEnding {
    guard let missing else { return self }
    let tolerance = max(Double(sampleRate) * 0.05, Double(frames + missing) * 0.001)
    guard Double(missing) > tolerance else { return AudioEnding() }
    return self
  }

  /// Returns the ending after a number of frames, compared with the declared length if any.
  static func after(_ frames: Int, of declared: DeclaredLength) -> AudioEnding {
    guard let all = declared.frames, frames < all else { return AudioEnding() }
    return AudioEnding(isCut: true, missing: all - frames)
  }
}

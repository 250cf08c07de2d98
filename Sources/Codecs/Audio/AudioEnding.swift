/// The result of a recording.
public struct AudioEnding: Sendable, Equatable {
  /// Whether it ended before it should have.
  public var isCut = false
  /// How many frames are missing of the declared length; nil where nothing declares it.
  public var missing: Int?

  /// An ending after so many frames of those that were declared.
  package init(_ frames: Int, of declared: Int, at sampleRate: Int) {
    self = Self.after(frames, of: .claimed(declared)).tolerant(of: frames, at: sampleRate)
  }

  init(isCut: Bool = false, missing: Int? = nil) {
    self.isCut = isCut
    self.missing = missing
  }

  /// An ending that is so many frames short of what was declared, which is none where it is short
  /// by no more than 50 ms or a thousandth.
  func tolerant(of frames: Int, at sampleRate: Int) -> AudioEnding {
    guard let missing else { return self }
    let tolerance = max(Double(sampleRate) * 0.05, Double(frames + missing) * 0.001)
    return Double(missing) > tolerance ? self : AudioEnding()
  }

  /// An ending so many frames before the declared length, where there is one.
  static func after(_ frames: Int, of declared: DeclaredLength) -> AudioEnding {
    guard let all = declared.frames, frames < all else { return AudioEnding() }
    return AudioEnding(isCut: true, missing: all - frames)
  }
}

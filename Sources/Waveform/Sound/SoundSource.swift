/// The properties of a recording's format that affect sound analysis.
public struct SoundSource: Sendable, Hashable {
  /// Whether samples are decoded without loss, as from PCM and FLAC.
  public var isLossless: Bool
  /// The weight of each channel for loudness; further channels have weight 0.
  public var weights: [Float]
  /// The channel of low-frequency effects, which is silent in most recordings that have one.
  package var lowFrequency: Int?

  /// Creates a source whose channels have these short names: L, R, C, LFE, Ls, Rs.
  ///
  /// Without names, the usual order for that number of channels is assumed.
  public init(isLossless: Bool, channels: Int, names: [String] = []) {
    self.isLossless = isLossless
    let usual: [Float] =
      switch channels {
      case ...0: []
      case 1...3: [1, 1, 1]
      case 4: [1, 1, 1.41, 1.41]
      case 5: [1, 1, 1, 1.41, 1.41]
      default: [1, 1, 1, 0, 1.41, 1.41]
      }
    guard names.count >= channels, !names.allSatisfy(\.isEmpty) else {
      weights = usual
      lowFrequency = channels > 5 ? 3 : nil
      return
    }
    weights = names.map { name in
      switch name {
      case "LFE": 0
      case "Ls", "Rs": 1.41
      default: 1
      }
    }
    lowFrequency = names.firstIndex(of: "LFE")
  }
}

package import WavethumbBytes

/// The properties of a recording's format that affect sound analysis.
public struct SoundSource: Sendable, Hashable {
  /// Whether samples are decoded without loss, as from PCM and FLAC.
  public var isLossless: Bool
  /// The weight of each channel for loudness; further channels have weight 0.
  public var weights: [Float]
  /// The channel of low-frequency effects, which is silent in most recordings that have one.
  package var lowFrequency: Int?
  /// The checksum that the file declares of all its samples, if it declares one.
  package var checksum: SampleChecksum?

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
      // As FLAC and WAV order them: center back, or both back, before the sides.
      case 7: [1, 1, 1, 0, 1, 1.41, 1.41]
      case 8: [1, 1, 1, 0, 1, 1, 1.41, 1.41]
      default: [1, 1, 1, 0, 1.41, 1.41]
      }
    guard names.count >= channels, !names.allSatisfy(\.isEmpty) else {
      weights = usual
      lowFrequency = channels > 5 ? 3 : nil
      return
    }

    // ITU-R BS.1770-4, Annex 3, Table 4: the weight depends on the azimuth of a loudspeaker, below
    // 30 degrees of elevation.
    //
    // | azimuth         | weight         | loudspeakers (ITU-R BS.2051), and their names here     |
    // |-----------------|----------------|--------------------------------------------------------|
    // | below 60        | 1 (0 dB)       | L, R at 30, C at 0, Lc and Rc between                  |
    // | from 60 to 120  | 1.41 (+1.5 dB) | surrounds of 5.1 at 110, sides of 7.1 at 90: Ls, Rs    |
    // | above 120       | 1 (0 dB)       | backs of 7.1 at 135: Lb, Rb; center back at 180: Cs    |
    // | (none)          | 0              | LFE                                                    |
    //
    // ffmpeg's ebur128 weights the backs of 7.1 by 1.41 too, as a surround of 5.1: of equal noise in
    // all channels it says 0.43 LU more, 10 log10 (8.64 / 7.82).
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

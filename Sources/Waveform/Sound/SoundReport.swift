import Bytes
import Glibc

/// What a recording sounds like, in numbers: nil where nothing can be measured.
///
/// Levels are rounded to two decimals and seconds to three.
public struct SoundReport: Sendable, Equatable {
  /// Integrated loudness in LUFS, by ITU-R BS.1770-4.
  public var loudness: Double?
  /// Loudness range in LU, by EBU Tech 3342.
  public var loudnessRange: Double?
  /// The highest loudness of 400 ms.
  public var loudestMoment: Double?
  /// The highest loudness of 3 s.
  public var loudestStretch: Double?
  /// The highest level between samples, in dBTP.
  public var truePeak: Double?
  /// The RMS of the quietest 500 ms, in dBFS.
  public var noiseFloor: Double?
  /// Samples that were cut off.
  public var clipping = Clipping()
  /// Silence below -60 dBFS.
  public var silence = Silence()
  /// Short gaps of digital silence amid sound.
  public var dropouts = Dropouts()
  /// The mean of the channel with the largest, as a fraction of full scale.
  public var dcOffset: Double?
  /// Channels, counted from 1, that are silent beside one that is not.
  public var silentChannels: [Int] = []
  /// Pearson's correlation of a stereo pair.
  public var correlation: Double?
  /// Whether both channels of a stereo pair are equal.
  public var dualMono: Bool?
  /// Where the spectrum ends, in Hz.
  public var bandwidth: Double?
  /// How many bits of integer samples are used.
  public var bits: Int?
  /// What decides on findings beside the numbers above.
  package var evidence = Evidence()
  /// The gating blocks, for the loudness of an album.
  package var gating = GatingHistogram()
  /// The K-weighted level over time.
  var heard = HeardLevels()

  /// Samples that were cut off.
  public struct Clipping: Sendable, Equatable {
    /// How often neighbouring samples were cut off.
    public var runs = 0
    /// How many samples were.
    public var samples = 0
    /// Seconds to the first.
    public var firstAt: Double?
  }

  /// Seconds of silence.
  public struct Silence: Sendable, Equatable {
    /// Before the first sound.
    public var leading = 0.0
    /// Behind the last sound.
    public var trailing = 0.0
    /// The longest between two sounds.
    public var longest = 0.0
    /// Where the longest begins.
    public var longestAt: Double?
  }

  /// Short gaps.
  public struct Dropouts: Sendable, Equatable {
    /// How many there are.
    public var count = 0
    /// Seconds to the first.
    public var firstAt: Double?
  }

  /// What decides on findings.
  package struct Evidence: Sendable, Equatable {
    package var isLossless = false
    package var seconds = 0.0
    package var sampleRate = 0
    package var isSilent = false
    /// The RMS of the quieter channel of a stereo pair, in dBFS.
    package var quieterChannel = -120.0
    /// The share of blocks of 250 ms that have the sign of the offset.
    package var offsetSteadiness = 0.0
    /// Milliseconds of samples beyond full scale in the worst second, mean over channels.
    package var worstSecond = 0.0
    /// Whether most samples equal the one before.
    package var isHeld = false
    /// Where the spectrum ends like a wall, in Hz.
    package var wall: Double?
    /// 16 or 24 bits, of integer samples.
    package var storedBits: Int?
  }

  package init() {}

  /// The numbers alone, as a manifest has them.
  package var numbers: SoundReport {
    var numbers = self
    (numbers.evidence, numbers.heard) = (Evidence(), HeardLevels())
    return numbers
  }
}

extension SoundReport {
  /// The report on a whole recording.
  init(_ part: SoundPart) {
    let rate = Double(part.sampleRate)
    func seconds(_ frame: Int) -> Double { (Double(frame) / rate).rounded(to: 3) }
    addLoudness(part)
    truePeak = Self.decibels(part.channels.map { Double($0.truePeak) }.max() ?? 0)
    addSilence(part, duration: Double(part.frames) / rate)
    let used = UsedBits.count(of: part.bits)
    bits = part.isLossless && part.storedBits > 0 ? used : nil
    evidence.storedBits = part.storedBits > 0 ? part.storedBits : nil
    addClipping(part, usedBits: min(bits ?? 24, 24))
    // The sample beside a gap is at least four units of the used bits.
    let gaps = part.gaps.count(withStepsFrom: 3 - min(bits ?? 24, 24))
    dropouts.count = gaps.runs
    dropouts.firstAt = gaps.runs > 0 ? seconds(gaps.first) : nil
    addChannels(part)
    let edge = SpectrumEdge(samples: part.spectrum, sampleRate: part.sampleRate)
    bandwidth = edge.bandwidth?.rounded()
    evidence.wall = edge.wall?.rounded()
    evidence.isLossless = part.isLossless
    evidence.sampleRate = part.sampleRate
    evidence.seconds = Double(part.frames) / rate
  }

  /// The level of an amplitude, or nil for silence.
  private static func decibels(_ amplitude: Double) -> Double? {
    let level = 20 * log10(amplitude)
    return level > -200 ? level.rounded(to: 2) : nil
  }

  private mutating func addLoudness(_ part: SoundPart) {
    let measured = part.isWeighted ? Loudness(meanSquares: part.loudness.meanSquares) : Loudness()
    loudness = measured.integrated?.rounded(to: 2)
    loudnessRange = measured.range?.rounded(to: 2)
    loudestMoment = Loudness.level(part.momentary.highest / Double(SoundPart.ticksPerMoment))?
      .rounded(to: 2)
    loudestStretch = measured.shortTerm?.rounded(to: 2)
    (gating, heard) = (measured.gating, HeardLevels(part))
    if part.frames >= 10 * part.sampleRate {
      let quietest = Loudness.means(of: 5, in: part.levels.meanSquares).min() ?? 0
      noiseFloor = max(10 * log10(quietest), -120).rounded(to: 2)
    }
  }

  private mutating func addSilence(_ part: SoundPart, duration: Double) {
    let seconds = Double(SilenceRuns.ticksPerBlock) / Double(SoundGrid.ticksPerSecond)
    func time(_ blocks: Int) -> Double { min(Double(blocks) * seconds, duration).rounded(to: 3) }
    let runs = part.silence
    silence = Silence(
      leading: time(runs.leading), trailing: time(runs.trailing), longest: time(runs.longest),
      longestAt: runs.longest > 0 ? time(runs.longestAt) : nil)
    evidence.isSilent = runs.isSilent
  }

  private mutating func addClipping(_ part: SoundPart, usedBits: Int) {
    evidence.isHeld = part.isLossless && 2 * part.held > part.heard
    evidence.worstSecond =
      Double(part.worstSecond) / Double(part.channels.count) / Double(part.sampleRate) * 1000
    var all = SampleRuns.Count()
    for side in part.channels.flatMap(\.clipping) {
      all.add(side.full)
      // A step of four units of the used bits.
      all.add(side.equal.count(withStepsFrom: 3 - usedBits))
    }
    guard all.runs > 0, !evidence.isHeld else { return }
    let first = Double(all.first) / Double(part.sampleRate)
    clipping = Clipping(runs: all.runs, samples: all.samples, firstAt: first.rounded(to: 3))
  }

  private mutating func addChannels(_ part: SoundPart) {
    guard part.frames > 0 else { return }
    let frames = Double(part.frames)
    let means = part.channels.map { $0.sum.value / frames }
    let energies = part.channels.map { $0.energy.value / frames }
    if let worst = means.indices.max(by: { abs(means[$0]) < abs(means[$1]) }) {
      dcOffset = means[worst].rounded(to: 5)
      let tally = part.channels[worst]
      let steady = means[worst] > 0 ? tally.blocksAbove : tally.blocksBelow
      let blocks = part.frames / (part.sampleRate / 4)
      evidence.offsetSteadiness = Double(steady) / Double(max(blocks, 1))
    }
    // -50 and -70 dBFS.
    if energies.contains(where: { $0 > 1e-5 }) {
      silentChannels = energies.indices.filter { energies[$0] < 1e-7 }.map { $0 + 1 }
    }
    guard part.channels.count == 2 else { return }
    dualMono = part.isDual
    evidence.quieterChannel = max(10 * log10(min(energies[0], energies[1])), -120)
    let spreads = zip(energies, means).map { $0 - $1 * $1 }
    guard spreads.allSatisfy({ $0 > 1e-12 }) else { return }
    let shared = part.product.value / frames - means[0] * means[1]
    correlation = max(-1, min(1, shared / (spreads[0] * spreads[1]).squareRoot())).rounded(to: 3)
  }
}

extension Double {
  /// The nearest number with so many decimals.
  fileprivate func rounded(to decimals: Int) -> Double {
    let scale = decimals == 2 ? 100.0 : decimals == 3 ? 1000 : 100_000
    return (self * scale).rounded() / scale
  }
}

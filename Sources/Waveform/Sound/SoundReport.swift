import Glibc
import WavethumbBytes

/// The results of sound analysis; a value is nil if it cannot be measured.
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
  /// The clipped samples.
  public var clipping = Clipping()
  /// Silence below -60 dBFS.
  public var silence = Silence()
  /// Short gaps of digital silence amid sound.
  public var dropouts = Dropouts()
  /// What has a start and an end.
  public var events = SoundEvents()
  /// The DC offset of the channel with the largest one, as a fraction of full scale.
  public var dcOffset: Double?
  /// The silent channels, counted from 1, if another channel is not silent.
  public var silentChannels: [Int] = []
  /// Pearson's correlation of a stereo pair.
  public var correlation: Double?
  /// Whether both channels of a stereo pair are equal.
  public var dualMono: Bool?
  /// The frequency at which the spectrum ends, in Hz.
  public var bandwidth: Double?
  /// The number of used bits of integer samples.
  public var bits: Int?
  /// Whether the samples have the checksum that the file declares; nil if it declares none.
  public var checksum: Bool?
  /// Further values that findings depend on.
  package var evidence = Evidence()
  /// The gating blocks, for the loudness of an album.
  package var gating = GatingHistogram()
  /// The K-weighted level over time.
  var kWeighted = KWeightedLevels()

  /// The numbers of clipped samples.
  public struct Clipping: Sendable, Equatable {
    /// The number of runs of clipped samples.
    public var runs = 0
    /// The number of clipped samples.
    public var samples = 0
    /// The time of the first run in seconds.
    public var firstAt: Double?
  }

  /// Seconds of silence.
  public struct Silence: Sendable, Equatable {
    /// Before the first sound.
    public var leading = 0.0
    /// After the last sound.
    public var trailing = 0.0
    /// The longest between two sounds.
    public var longest = 0.0
    /// The start of the longest silence in seconds.
    public var longestAt: Double?
  }

  /// Short gaps.
  public struct Dropouts: Sendable, Equatable {
    /// The number of gaps.
    public var count = 0
    /// The time of the first gap in seconds.
    public var firstAt: Double?
  }

  /// Values that only findings depend on.
  package struct Evidence: Sendable, Equatable {
    package var isLossless = false
    package var seconds = 0.0
    package var sampleRate = 0
    package var isSilent = false
    /// The RMS of the quieter channel of a stereo pair, in dBFS.
    // Like that of a channel of zeros.
    package var quieterChannel = -120.0
    /// The fraction of blocks of 250 ms whose mean has the sign of the offset.
    package var offsetSteadiness = 0.0
    /// Milliseconds of samples beyond full scale in the worst second, mean over channels.
    package var worstSecond = 0.0
    /// Whether most samples equal the previous sample.
    package var isHeld = false
    /// The frequency of an abrupt end of the spectrum in Hz; nil if there is none.
    package var cutoff: Double?
    /// The number of bits per integer sample, 16 or 24; nil for floats.
    package var storedBits: Int?
  }

  package init() {}

  /// The report with only the numbers that a manifest contains.
  package var numbers: SoundReport {
    var numbers = self
    numbers.evidence = Evidence()
    numbers.kWeighted = KWeightedLevels()
    numbers.events.laterSilences = []
    return numbers
  }
}

extension SoundReport {
  /// Creates the report on a whole recording.
  init(_ part: SoundPart) {
    let rate = Double(part.kind.sampleRate)
    func seconds(_ frame: Int) -> Double {
      (Double(frame) / rate).rounded(to: 3)
    }
    addLoudness(part)
    let peaks = part.channels.map { Double($0.truePeak) }
    truePeak = Self.decibels(peaks.max() ?? 0)
    addSilence(part, duration: Double(part.frames) / rate)

    let gridBits = addBits(part)
    // Events of clipping are listed only if `addClipping` counts any.
    addClipping(part, usedBits: gridBits)
    addEvents(part, gridBits: gridBits)

    dropouts.count = part.dropouts.count
    dropouts.firstAt = part.dropouts.first.first.map { seconds($0.start) }
    addChannels(part)

    let edge = SpectrumEdge(samples: part.spectrum, sampleRate: part.kind.sampleRate)
    bandwidth = edge.bandwidth?.rounded()
    evidence.cutoff = edge.cutoff?.rounded()
    evidence.isLossless = part.kind.isLossless
    evidence.sampleRate = part.kind.sampleRate
    evidence.seconds = Double(part.frames) / rate
  }

  /// Returns the level of an amplitude, or nil for silence.
  private static func decibels(_ amplitude: Double) -> Double? {
    let level = 20 * log10(amplitude)
    // The quietest sample of 24 bits is at -138 dB: what is below -200 is a rounding error.
    guard level > -200 else { return nil }
    return level.rounded(to: 2)
  }

  /// Adds the bits that samples use, and returns those of the grid on which all samples lie.
  private mutating func addBits(_ part: SoundPart) -> Int {
    let used = UsedBits.count(of: part.bits)
    let isStoredAsIntegers = part.kind.storedBits > 0
    if isStoredAsIntegers {
      evidence.storedBits = part.kind.storedBits
    }
    if isStoredAsIntegers, part.kind.isLossless {
      bits = used
    }
    // A decoder of lossy samples makes floats, whose significands have 24 bits.
    guard part.kind.isLossless else { return 24 }
    // Samples that are stored in eight bits, or in floating point, have a grid as well.
    return min(used ?? 24, 24)
  }

  private mutating func addLoudness(_ part: SoundPart) {
    let measured =
      if part.kWeighted.isMeasured {
        Loudness(meanSquares: part.kWeighted.blocks.meanSquares)
      } else {
        Loudness()
      }
    loudness = measured.integrated?.rounded(to: 2)
    loudnessRange = measured.range?.rounded(to: 2)
    let loudestMeanSquare = part.kWeighted.momentary.highest / Double(SlidingMaximum.width)
    loudestMoment = Loudness.level(loudestMeanSquare)?.rounded(to: 2)
    loudestStretch = measured.shortTerm?.rounded(to: 2)
    gating = measured.gating
    kWeighted = KWeightedLevels(part)

    // In less than 10 s there may be no pause, and the quietest moment would be called noise. Untuned.
    if part.frames >= 10 * part.kind.sampleRate {
      let quietest = Loudness.means(of: 5, in: part.levels.meanSquares).min() ?? 0
      noiseFloor = max(10 * log10(quietest), -120).rounded(to: 2)
    }
  }

  private mutating func addSilence(_ part: SoundPart, duration: Double) {
    let seconds = Double(SilenceRuns.ticksPerBlock) / Double(SoundGrid.ticksPerSecond)
    func time(_ blocks: Int) -> Double {
      // The last block may be short.
      min(Double(blocks) * seconds, duration).rounded(to: 3)
    }
    let runs = part.silence
    silence = Silence(
      leading: time(runs.leading),
      trailing: time(runs.trailing),
      longest: time(runs.longest)
    )
    if runs.longest > 0 {
      silence.longestAt = time(runs.longestAt)
    }
    evidence.isSilent = runs.isSilent
  }

  private mutating func addClipping(_ part: SoundPart, usedBits: Int) {
    evidence.isHeld = part.kind.isLossless && part.held.isMost
    let samplesPerChannel = Double(part.worstSecond) / Double(part.channels.count)
    evidence.worstSecond = samplesPerChannel / Double(part.kind.sampleRate) * 1000
    var all = SampleRuns.Count()
    for side in part.channels.flatMap(\.clipping) {
      all.add(side.full.count(withStepsFrom: leastClippingStep(usedBits: usedBits)))
      all.add(side.equal.count(withStepsFrom: leastClippingStep(usedBits: usedBits)))
    }
    guard all.runs > 0 else { return }
    let first = Double(all.first) / Double(part.kind.sampleRate)
    clipping = Clipping(runs: all.runs, samples: all.samples, firstAt: first.rounded(to: 3))
  }

  /// The binary exponent of the smallest step beside a clipped run.
  func leastClippingStep(usedBits: Int) -> Int {
    // Where most samples are held, every peak within full scale is a run of equal samples.
    if evidence.isHeld { return 2 }
    // A step of four units of the used bits: the top of a slow tone is flat on the grid of eight
    // bits, and one unit leads to it, which is more than the smallest step at full scale.
    return min(3 - usedBits, 1)
  }

  private mutating func addChannels(_ part: SoundPart) {
    guard part.frames > 0 else { return }
    let frames = Double(part.frames)
    let means = part.channels.map { $0.sum.value / frames }
    let energies = part.channels.map { $0.energy.value / frames }
    addOffset(part, means: means)
    addSilentChannels(part, energies: energies)
    if part.channels.count == 2 {
      addStereo(part, means: means, energies: energies)
    }
  }

  /// Adds the largest mean of a channel, and in how many blocks the mean has its sign.
  private mutating func addOffset(_ part: SoundPart, means: [Double]) {
    let largest = means.indices.max { one, other in
      abs(means[one]) < abs(means[other])
    }
    guard let worst = largest else { return }
    dcOffset = means[worst].rounded(to: 5)
    let tally = part.channels[worst]
    let steady =
      if means[worst] > 0 {
        tally.blocksAbove
      } else {
        tally.blocksBelow
      }
    let framesPerBlock =
      part.kind.sampleRate * ChannelTally.ticksPerBlock / SoundGrid.ticksPerSecond
    let blocks = part.frames / framesPerBlock
    evidence.offsetSteadiness = Double(steady) / Double(max(blocks, 1))
  }

  /// Adds the numbers of the channels that are silent while another is not.
  private mutating func addSilentChannels(_ part: SoundPart, energies: [Double]) {
    // -50 and -70 dBFS. In between lies what may be a quiet room as well as a dead channel.
    let isHeard = energies.contains { $0 > 1e-5 }
    guard isHeard else { return }
    for (channel, energy) in energies.enumerated() where energy < 1e-7 {
      // Most recordings with a channel for low frequencies have nothing in it.
      guard !part.channels[channel].isLowFrequency else { continue }
      silentChannels.append(channel + 1)
    }
  }

  /// Adds how far two channels are the same.
  private mutating func addStereo(_ part: SoundPart, means: [Double], energies: [Double]) {
    dualMono = part.stereo.isDual
    let quieter = min(energies[0], energies[1])
    evidence.quieterChannel = max(10 * log10(quieter), -120)
    // The variance: the mean of squares without the square of the mean.
    let spreads = zip(energies, means).map { energy, mean in energy - mean * mean }
    // A channel that does not move has no correlation: the quotient would be one of rounding errors.
    guard spreads.allSatisfy({ $0 > 1e-12 }) else { return }
    let shared = part.stereo.product.value / Double(part.frames) - means[0] * means[1]
    let pearson = shared / (spreads[0] * spreads[1]).squareRoot()
    // Rounding may exceed 1 if both channels are equal.
    correlation = max(-1, min(1, pearson)).rounded(to: 3)
  }
}

extension Double {
  /// Returns the nearest number with the given number of decimals.
  fileprivate func rounded(to decimals: Int) -> Double {
    // Levels have two decimals, times three, and offsets five.
    let scale =
      switch decimals {
      case 2: 100.0
      case 3: 1000.0
      default: 100_000.0
      }
    return (self * scale).rounded() / scale
  }
}

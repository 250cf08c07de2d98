/// A problem in a recording that a person should check, worst first.
public enum SoundFinding: String, Sendable, Hashable, CaseIterable {
  /// The whole recording is silent.
  case silent
  /// The recording ends before the length that it declares.
  case truncated
  /// Damaged parts were skipped.
  case gaps
  /// The samples are not those of which the file declares a checksum.
  case checksumMismatch
  /// A channel is silent while another is not.
  case silentChannel
  /// One channel is the inverse of the other.
  case inverted
  /// Samples are clipped at the highest level.
  case clipping
  /// Moments of digital silence amid sound.
  case dropouts
  /// Long silence between sounds.
  case longSilence
  /// Long silence before the first sound.
  case lateStart
  /// Long silence after the last sound.
  case longTail
  /// The samples have a steady DC offset.
  case dcOffset
  /// The spectrum ends abruptly, as after lossy encoding or resampling.
  case cutOff
  /// The samples have fewer bits than they are stored with.
  case paddedBits
}

extension SoundReport {
  /// Returns the findings, worst first.
  ///
  /// `truncated` and `gaps` come from decoding.
  // Precision counts more than recall: a finding that is wrong once in twenty is noise. The limits
  // were tried on real recordings, and those that named sound ones were raised.
  public func findings(isTruncated: Bool, hasGaps: Bool) -> [SoundFinding] {
    SoundFinding.allCases.filter { finding in
      switch finding {
      case .silent: evidence.isSilent
      case .truncated: isTruncated
      case .gaps: hasGaps
      case .checksumMismatch: checksum == false
      case .silentChannel: !silentChannels.isEmpty
      case .inverted: isInverted
      case .clipping: isClipped
      case .dropouts: dropouts.count > 0
      case .longSilence: silence.longest >= 10
      case .lateStart: !evidence.isSilent && silence.leading >= 5
      case .longTail: !evidence.isSilent && silence.trailing >= 10
      case .dcOffset: hasOffset
      case .cutOff: isCutOff
      case .paddedBits: hasPaddedBits
      }
    }
  }

  private var isInverted: Bool {
    guard let correlation else { return false }
    // Below -60 dBFS a channel may hold nothing but what leaked from the other. Untuned.
    return correlation < -0.9 && evidence.quieterChannel > -60
  }

  private var hasOffset: Bool {
    guard let dcOffset, abs(dcOffset) > 0.02 else { return false }
    // Half of full scale is the mean of no sound, however short.
    if abs(dcOffset) > 0.5 { return true }
    // Twelve blocks at least, of which nearly all have the sign: a low sound has both.
    return evidence.seconds >= 3 && evidence.offsetSteadiness >= 0.95
  }

  private var isClipped: Bool {
    // A tenth of a second of clipped samples is one long run at least.
    let isLong = clipping.samples >= evidence.sampleRate / 10
    guard clipping.runs >= 3 || isLong else { return false }
    // 30 samples, or 1 ms of one second: lossy encoders overshoot by single samples all the time.
    return if evidence.isLossless {
      clipping.samples >= 30
    } else {
      evidence.worstSecond >= 1
    }
  }

  private var isCutOff: Bool {
    guard let cutoff = evidence.cutoff, evidence.isLossless else { return false }
    // Converters have walls of their own just below half of the sampling rate.
    let highest =
      if evidence.sampleRate >= 48_000 {
        20_600.0
      } else {
        20_050.0
      }
    return evidence.sampleRate >= 44_100 && evidence.seconds >= 2 && cutoff <= highest
  }

  private var hasPaddedBits: Bool {
    guard let bits, let stored = evidence.storedBits, !evidence.isSilent else { return false }
    // 20 bits in 24 are what some converters give; 16 in 24 and 8 in 16 were converted.
    let expected = stored > 16 ? 16 : 8
    return bits <= expected
  }
}

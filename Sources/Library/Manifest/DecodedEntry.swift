import Codecs
package import Decoding
import Outputs
import Thumbnails
package import Waveform
package import WavethumbSystem

extension ManifestEntry.Facts {
  /// Creates the facts of a decoded recording of `bytes` bytes, of which `range` was requested.
  package init(_ recording: DecodedRecording, bytes: Int? = nil, range: TimeRange?) {
    let summary = recording.measurement.mix
    // Many headers have no bit rate, and some no length: only decoding shows how many seconds the bytes
    // are. The bytes are those of the whole recording, so a decoded range shows nothing about them.
    let isWhole = range == nil
    let seconds = isWhole ? summary.duration : 0
    let measuredRate = bytes.flatMap { AudioBitRate(bytes: $0, seconds: seconds) }
    bitRate = recording.facts.bitRate ?? measuredRate
    tags = recording.facts.tags
    format = recording.facts.formatName
    isByFFmpeg = recording.facts.isByFFmpeg
    durationMs = summary.durationMilliseconds
    sampleRate = summary.sampleRate
    channels = summary.channels
    peak = Double(summary.peak)
    rms = summary.rms
    damage = Damage(recording.measurement)
    isSilent = summary.silent
    self.range = range.map { StretchEntry(of: summary, from: $0.start) }
    markers = recording.facts.cues.map(MarkerEntry.init)
    sound = recording.measurement.wholeSound?.numbers
    findings = recording.measurement.findings ?? []
  }
}

extension Damage {
  package init(_ measurement: WaveformMeasurement) {
    let damage = measurement.damage
    self.init(truncated: measurement.mix.truncated, missingMs: measurement.missingMilliseconds)
    if damage.gaps > 0 {
      gaps = Gaps(
        count: damage.gaps,
        lostMs: measurement.lostMilliseconds,
        firstAt: measurement.firstGapSeconds
      )
    }
  }
}

extension DecodedRecording {
  package func alternativeText(
    of path: RawPath,
    styles: [String],
    range: TimeRange?,
    playhead: Double?
  ) -> String {
    // One text for all pictures of a recording: "Spectrum" only if each of them is one.
    let subjects = Set(styles.compactMap { name in WaveformStyle(rawValue: name)?.subject })
    let subject = subjects.count == 1 ? subjects.first : nil
    var title = path.stem
    if let tag = facts.tags.title, !tag.isEmpty {
      title = tag
    }
    return AlternativeText.text(
      of: title,
      lasting: measurement.mix.duration,
      from: range?.start,
      playhead: playhead,
      markers: facts.cues.map(WaveformMarker.init),
      as: subject ?? "Waveform"
    )
  }
}

extension WaveformMeasurement {
  /// Returns the heights of the low, then the mid, then the high frequencies of all bars in the
  /// manifest, each 0 to 255; empty if they were not measured.
  package func bandHeights(_ scaling: WaveformScaling) -> [UInt8] {
    guard let tones else { return [] }
    let heights = mix.levels(scaling).map { level in Float(level) / 255 }
    let rescaling = HeightRescaling(scaling, gamma: mix.gamma(WaveformSummary.levelCount, scaling))
    return tones.bandShares(WaveformSummary.levelCount).flatMap { shares in
      rescaling.heights(heights, shares: shares).map { height in UInt8((height * 255).rounded()) }
    }
  }
}

extension WaveformTones {
  /// Returns the positions of the pitches of bars on the ramp, each 1 to 255, or 0 in silence.
  package func rampPositions(_ count: Int) -> [UInt8] {
    bars(count).map { bar in
      guard let pitch = bar.pitch else { return 0 }
      // 255 steps from 1, as 0 is silence: finer than the colors of the ramp differ.
      return UInt8(1 + (WaveformColoring.position(ofPitch: pitch) * 254).rounded())
    }
  }
}

extension WaveformSummary {
  /// The number of bar heights in the manifest for each recording.
  // Untuned. In Base64 they are 216 of the some 1,050 bytes of an entry: twice as many would make each
  // manifest longer by a fifth, half of them would be too few to recognize copies by.
  package static let levelCount = 160

  /// Returns the heights of the bars in the manifest, each 1 to 255, or 0 if nothing of a bar could be
  /// decoded.
  package func levels(_ scaling: WaveformScaling) -> [UInt8] {
    levels(Self.levelCount, scaling: scaling)
  }
}

extension RawPath {
  /// The file's name without its extension.
  package var stem: String {
    let name = name
    // A first dot makes a hidden file, not an extension.
    guard let point = name.bytes.lastIndex(of: UInt8(ascii: ".")), point > 0 else {
      return name.lossyText
    }
    return RawPath(bytes: Array(name.bytes[..<point])).lossyText
  }
}

import Codecs
import Glibc
import Testing
import Thumbnails
import Waveform
import WavethumbSystem

@testable import Outputs

/// Pictures that take long to draw, and whose run may be stopped meanwhile.
@Suite(.serialized) struct `A large picture` {
  /// Measured in thread processor time, which is independent of machine load.
  // Steps take far longer without optimization.
  #if DEBUG
    private static let maximumSecondsUnasked = 2.0
  #else
    private static let maximumSecondsUnasked = 0.1
  #endif

  @Test(arguments: [
    WaveformStyle.spectrogram, .spectrum, .mirroredBars, .line, .dots, .circular,
  ])
  func `drawing checks for a stop ten times a second`(style: WaveformStyle) throws {
    var look = ThumbnailLook()
    look.playhead = 0.3
    // 31 million pixels, half of what is allowed.
    look.size = ThumbnailSize(width: 5600, height: 5600)
    let seconds = try longestTimeUnasked(style, look: look)
    #expect(seconds < Self.maximumSecondsUnasked)
  }

  @Test(arguments: [WaveformStyle.mirroredBars, .circular])
  func `placing captions checks for a stop ten times a second`(
    style: WaveformStyle
  ) throws {
    var look = ThumbnailLook()
    look.size = ThumbnailSize(width: 2000, height: 2000)
    // As many markers as are read, with labels as long as they may be: each is placed beside all others.
    let label = String(repeating: "e\u{301}", count: 340)
    look.markers.all = (0..<1000).map { number in
      WaveformMarker(time: Double(number) / 100, duration: 0, label: "\(number)" + label)
    }
    let seconds = try longestTimeUnasked(style, look: look)
    #expect(seconds < Self.maximumSecondsUnasked)
  }

  @Test func `a stopped picture is not made`() throws {
    let wavesurfer = WavesurferOutput(points: 10, scaling: WaveformScaling())
    let outputs: [any Output] = [
      PNGOutput(style: .bars, scale: 1),
      SVGOutput(style: .bars),
      wavesurfer,
    ]
    for output in outputs {
      var source = Self.source(ThumbnailLook())
      source.isStopped = { true }
      let stopped = source
      let failure = #expect(throws: OutputFailure.self) {
        _ = try output.write(stopped) { _ in Issue.record("output was written") }
      }
      guard case .stopped? = failure else {
        Issue.record("\(String(describing: failure))")
        continue
      }
    }
  }

  /// Returns the longest processor time between two checks for a stop.
  private func longestTimeUnasked(_ style: WaveformStyle, look: ThumbnailLook) throws -> Double {
    let times = Locked((last: Self.processorSeconds, longest: 0.0))
    let noteTime: @Sendable () -> Void = {
      let now = Self.processorSeconds
      times.withLock { times in
        times.longest = max(times.longest, now - times.last)
        times.last = now
      }
    }
    var source = Self.source(look)
    source.isStopped = {
      noteTime()
      return false
    }
    // A sink that fails stops the output as well, and the last step ends with it.
    _ = try PNGOutput(style: style, scale: 1).write(source) { _ in noteTime() }
    noteTime()
    return times.withLock { $0.longest }
  }

  private static var processorSeconds: Double {
    var now = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) * 1e-9
  }

  private static func source(_ look: ThumbnailLook) -> OutputSource {
    let amplitudes = (0..<4800).map { Float($0 % 100) / 100 }
    var measurement = WaveformMeasurement(
      mix: WaveformSummary(amplitudes: amplitudes, duration: 10)
    )
    let levels = (0..<200 * Spectrogram.binCount(window: 1024)).map {
      UInt8(truncatingIfNeeded: $0 &* 37)
    }
    measurement.spectrogram = Spectrogram(sampleRate: 44_100, levels: levels)
    let facts = AudioFacts(formatName: "WAV", sampleRate: 44_100, channels: 1, declaredFrames: nil)
    return OutputSource(facts: facts, measurement: measurement, stem: "a", look: look)
  }
}

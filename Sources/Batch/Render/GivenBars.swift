import Bytes
import Codecs
import Decoding
import Outputs
import Waveform

/// Heights that are drawn as they are, from JSON written by hand or here.
struct GivenBars {
  static let mostBars = 1_000_000
  private static let mostSpectrumBytes = 1 << 20
  private static let newestVersion = 2

  /// Heights beyond 0…1, which are drawn as its ends.
  struct Excess: Sendable, Equatable {
    var count: Int
    /// The place of the first, counted from 1, and its height.
    var first: Int
    var height: Double
  }

  let heights: [Float]
  let excess: Excess?
  let durationSeconds: Double
  /// The pitches, where they came along.
  let spectrum: WaveformSpectrum?

  static let members = ["version", "bars", "durationMs", "spectrum"]

  /// Reads the member `bars`, and `durationMs` where it is there.
  init(_ outline: JSONOutline) throws(GivenFault) {
    do {
      if let version = try outline.value("version")?.int, version > Self.newestVersion {
        throw GivenFault.version(version)
      }
      var numbers = JSONNumbers(of: "bars", in: outline)
      var heights: [Float] = []
      var excess: Excess?
      while let element = try numbers?.next() {
        guard heights.count < Self.mostBars else { throw GivenFault.tooMany(most: Self.mostBars) }
        guard let height = element.number?.double else {
          throw GivenFault.notANumber(index: heights.count)
        }
        heights.append(Float(min(1, max(0, height))))
        if !(0...1).contains(height) {
          excess = excess ?? Excess(count: 0, first: heights.count, height: height)
          excess?.count += 1
        }
      }
      if heights.isEmpty { throw GivenFault.missing }
      self.heights = heights
      self.excess = excess
      durationSeconds = max(0, try outline.value("durationMs")?.double ?? 0) / 1000
      spectrum = try outline.value("spectrum", mostBytes: Self.mostSpectrumBytes)
        .flatMap { SpectrumData.read($0) }
    } catch let fault as GivenFault {
      throw fault
    } catch let failure as JSONFailure {
      throw GivenFault(failure)
    } catch {
      throw .broken(offset: 0)
    }
  }

  /// The bars as a recording that was measured, or those of a stretch where it is known how long
  /// all are.
  func recording(in range: TimeRange?) -> DecodedRecording {
    var (heights, seconds) = (heights, durationSeconds)
    if let range, seconds > 0 {
      var view = WaveformViewport(duration: seconds, maximumZoom: Double(heights.count))
      let start = min(range.start, seconds)
      view.visibleRange = start...max(start, min(range.end ?? seconds, seconds))
      heights = Array(heights[view.frames(of: heights.count)])
      seconds = view.visibleRange.upperBound - view.visibleRange.lowerBound
    }
    return DecodedRecording(
      facts: AudioFacts(formatName: "JSON", sampleRate: 0, channels: 1, declaredFrames: nil),
      digest: nil,
      measurement: WaveformMeasurement(
        mix: WaveformSummary(amplitudes: heights, duration: seconds),
        spectrum: spectrum ?? WaveformSpectrum()))
  }
}

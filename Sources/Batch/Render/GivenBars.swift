import Bytes
import Codecs
import Decoding
import Outputs
import Waveform

/// Bars that were measured elsewhere, or here at another time, read from JSON.
struct GivenBars {
  /// Why some JSON has no bars to draw.
  enum Fault: Error, Equatable {
    case tooLong(mostBytes: Int)
    case broken(offset: Int)
    /// There is no array `bars`, or nothing in it.
    case missing
    case tooMany(most: Int)
    case notANumber(index: Int)
    /// A signal came.
    case stopped
  }

  static let mostBars = 1_000_000
  static let mostBytes = 24 << 20

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

  /// Whether bytes that begin like this are JSON rather than a recording.
  static func areLikely(in start: [UInt8]) -> Bool {
    let text = start.starts(with: [0xEF, 0xBB, 0xBF]) ? start[3...] : start[...]
    return text.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "{")
  }

  /// Reads the member `bars`, and `durationMs` where it is there.
  init(json: [UInt8], isStopped: @escaping () -> Bool = { false }) throws(Fault) {
    guard json.count <= Self.mostBytes else { throw .tooLong(mostBytes: Self.mostBytes) }
    do {
      var elements = try JSONElements(of: "bars", in: json, isStopped: isStopped)
      var heights: [Float] = []
      var excess: Excess?
      while let element = try elements.next() {
        guard heights.count < Self.mostBars else { throw Fault.tooMany(most: Self.mostBars) }
        guard let height = element.value.double else {
          throw Fault.notANumber(index: heights.count)
        }
        heights.append(Float(min(1, max(0, height))))
        if !(0...1).contains(height) {
          excess = excess ?? Excess(count: 0, first: heights.count, height: height)
          excess?.count += 1
        }
      }
      if heights.isEmpty { throw Fault.missing }
      self.heights = heights
      self.excess = excess
      let milliseconds = elements.others.last { $0.isNamed("durationMs") }?.value.double
      durationSeconds = max(0, milliseconds ?? 0) / 1000
      spectrum = elements.others.last { $0.isNamed("spectrum") }
        .flatMap { SpectrumData.read($0.value) }
    } catch let fault as Fault {
      throw fault
    } catch let failure as JSONFailure {
      if failure.reason == .stopped { throw .stopped }
      throw .broken(offset: failure.offset)
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

extension GivenBars.Fault {
  var words: String {
    switch self {
    case .tooLong(let most): "JSON of more than \(most >> 20) MiB"
    case .broken(let offset): "the JSON breaks off or is wrong at byte \(offset)"
    case .missing: "the JSON has nothing like \"bars\": [0.1, 0.5]"
    case .tooMany(let most): "more than \(most) bars"
    case .notANumber(let index): "bar \(index + 1) is not a number"
    case .stopped: "stopped"
    }
  }
}

import Codecs
import Decoding
import Outputs
import Waveform
import WavethumbBytes

/// Heights from JSON, written by hand or by us, and drawn unchanged.
struct ImportedBars {
  // No picture is as wide as that; the bounds keep a file of any size from taking all memory. All three
  // are untuned.
  static let maximumBars = 1_000_000
  private static let maximumSpectrumBytes = 1 << 20
  private static let maximumLaneBytes = 8 << 20
  private static let newestVersion = 2

  /// Heights outside 0…1, which are clamped.
  struct Excess: Sendable, Equatable {
    var count: Int
    /// The position of the first, counted from 1, and its height.
    var first: Int
    var height: Double
  }

  let heights: [Float]
  let excess: Excess?
  let durationSeconds: Double
  let spectrum: WaveformSpectrum?
  let lanes: [[Float]]

  static let members = ["version", "bars", "durationMs", "spectrum", "lanes"]

  /// Reads the member `bars`, and the optional `durationMs`.
  init(_ outline: JSONOutline) throws(ImportFailure) {
    do {
      // A file without a version was written by hand.
      if let version = try outline.value("version")?.int, version > Self.newestVersion {
        throw ImportFailure.version(version)
      }
      let read = try Self.heights(of: outline)
      heights = read.heights
      excess = read.excess
      let milliseconds = try outline.value("durationMs")?.double ?? 0
      durationSeconds = max(0, milliseconds) / 1000
      let spectrumValue = try outline.value("spectrum", maximumBytes: Self.maximumSpectrumBytes)
      spectrum = spectrumValue.flatMap { value in SpectrumData.read(value) }
      lanes = try Self.lanes(of: outline)
    } catch let fault as ImportFailure {
      throw fault
    } catch let failure as JSONFailure {
      throw ImportFailure(failure)
    } catch {
      throw .broken(offset: 0)
    }
  }

  /// Reads the heights, clamped to 0…1.
  // One number after the other: all of them as values of JSON would take several times their memory.
  private static func heights(
    of outline: JSONOutline
  ) throws -> (heights: [Float], excess: Excess?) {
    var numbers = JSONNumbers(of: "bars", in: outline)
    var heights: [Float] = []
    var excess: Excess?
    while let element = try numbers?.next() {
      guard heights.count < maximumBars else {
        throw ImportFailure.tooMany(maximum: maximumBars)
      }
      guard let height = element.number?.double else {
        throw ImportFailure.notANumber(index: heights.count)
      }
      // Clamped and reported, not refused: a picture with one bar too high is still useful.
      heights.append(Float(min(1, max(0, height))))
      if !(0...1).contains(height) {
        // Counted from 1, as people count bars: this one is in the list already.
        excess = excess ?? Excess(count: 0, first: heights.count, height: height)
        excess?.count += 1
      }
    }
    if heights.isEmpty { throw ImportFailure.missing }
    return (heights, excess)
  }

  private static func lanes(of outline: JSONOutline) throws -> [[Float]] {
    guard outline.isArray("lanes") else { return [] }
    guard let list = try outline.value("lanes", maximumBytes: maximumLaneBytes)?.array else {
      throw ImportFailure.tooLong(maximumBytes: maximumLaneBytes)
    }
    guard list.count <= PointsMeter.maximumChannels else {
      throw ImportFailure.channels(list.count)
    }
    let lanes = try list.map { lane in
      guard let bars = lane["bars"]?.array, !bars.isEmpty else {
        throw ImportFailure.badMember("lanes")
      }
      return try bars.enumerated().map { index, bar in
        guard let height = bar.double else { throw ImportFailure.notANumber(index: index) }
        return Float(min(1, max(0, height)))
      }
    }
    let areEqual = lanes.allSatisfy { lane in lane.count == lanes[0].count }
    guard areEqual else { throw ImportFailure.ragged }
    return lanes
  }

  /// Returns the bars as a measured recording, or those of a stretch if the duration is known.
  func recording(for request: DecodeRequest) -> DecodedRecording {
    let mix = summary(of: heights, in: request.range)
    var measuredLanes: [WaveformSummary] = []
    if request.measures.lanes {
      measuredLanes = lanes.map { lane in summary(of: lane, in: request.range) }
    }
    // Bars have no sample rate, and no frames that a file could declare.
    let facts = AudioFacts(
      formatName: "JSON",
      sampleRate: 0,
      channels: max(1, measuredLanes.count),
      declaredFrames: nil
    )
    return DecodedRecording(
      facts: facts,
      measurement: WaveformMeasurement(mix: mix, lanes: measuredLanes, spectrum: spectrum)
    )
  }

  private func summary(of heights: [Float], in range: TimeRange?) -> WaveformSummary {
    guard let range, durationSeconds > 0 else {
      return WaveformSummary(amplitudes: heights, duration: durationSeconds)
    }
    var view = WaveformViewport(duration: durationSeconds, maximumZoom: Double(heights.count))
    let start = min(range.start, durationSeconds)
    let end = min(range.end ?? durationSeconds, durationSeconds)
    view.visibleRange = start...max(start, end)
    return WaveformSummary(
      amplitudes: Array(heights[view.frames(of: heights.count)]),
      duration: view.visibleRange.upperBound - view.visibleRange.lowerBound
    )
  }
}

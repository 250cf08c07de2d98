import Raster
import Testing
import Waveform

@testable import Thumbnails

/// Returns the color of each column (`p` played, `u` unplayed) and the heights.
private func columns(_ style: WaveformStyle, loaded: Double?, playhead: Double? = nil) throws
  -> String
{
  var look = ThumbnailLook()
  look.size = ThumbnailSize(width: 8, height: 9)
  look.bars = 4
  look.spacing = 1
  look.cornerRadius = 0
  look.loaded = loaded
  look.playhead = playhead
  look.colors = WaveformColors(
    played: Color(red: 255, green: 0, blue: 0),
    unplayed: Color(red: 0, green: 0, blue: 255)
  )
  let subject = ThumbnailSubject(summary: WaveformSummary(amplitudes: [1, 1, 1, 1], duration: 1))
  let canvas = try ThumbnailDrawing.draw(subject, style: style, look: look).canvas
  let columns = stride(from: 0, to: 8, by: 2).map { x in
    let height = (0..<9).count { canvas.alpha(x, $0) > 0 }
    // The lowest row has ink in every bar; red is the lowest byte.
    let isPlayed = canvas.pixels[8 * 8 + x] & 0xFF > 0
    return (isPlayed ? "p" : "u") + "\(height)"
  }
  return columns.joined(separator: " ")
}

@Test func `undecoded parts are placeholders in the unplayed color`() throws {
  #expect(try columns(.bars, loaded: nil) == "p9 p9 p9 p9")
  #expect(try columns(.bars, loaded: 1) == "p9 p9 p9 p9")
  #expect(try columns(.bars, loaded: 0) == "u2 u2 u2 u2")
  #expect(try columns(.bars, loaded: 0.5) == "p9 p9 u2 u2")
  #expect(try columns(.bars, loaded: 0.75, playhead: 0.5) == "p9 p9 u9 u2")
  #expect(try columns(.bars, loaded: 0.25, playhead: 0.5) == "p9 u2 u2 u2")
}

@Test func `the latest bars grow smoothly from their placeholders`() throws {
  var look = ThumbnailLook()
  look.loaded = 0.5
  let bars = try #require(PlaceholderBars(of: look, content: .time))
  // Half of the hundred bars are decoded; the last eight of those are still growing.
  let heights = bars.covering([Float](repeating: 1, count: 100))
  #expect(heights[...41].allSatisfy { $0 == 1 })
  #expect(heights[50...].allSatisfy { $0 == PlaceholderBars.height })
  let steps = (41..<50).map { heights[$0] - heights[$0 + 1] }
  #expect(steps.allSatisfy { $0 > 0 && $0 < 0.2 })
}

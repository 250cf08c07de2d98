import Raster
import Testing
import Waveform

@testable import Thumbnails

/// Draws four full bars of a recording that is decoded in part, as text: the color of each (`p` for
/// played, `u` for unplayed) and its height.
private func bars(loaded: Double?, playhead: Double? = nil) throws -> String {
  var look = ThumbnailLook(width: 8, height: 9)
  look.bars = 4
  look.geometry.spacing = 1
  look.geometry.cornerRadius = 0
  look.loaded = loaded
  look.playhead = playhead
  look.colors = WaveformColors(played: red, unplayed: blue)
  let canvas = try draw(ThumbnailSubject(levels: [1, 1, 1, 1]), .bars, look: look)
  // A bar of five quarters of a point, and a point of space: each even column has a part of a bar.
  let bars = stride(from: 0, to: 8, by: 2).map { x in
    // The lowest row has ink in every bar; red is the lowest byte.
    let isPlayed = canvas.pixel(x: x, y: 8) & 255 > 0
    let height = canvas.inkedRows(ofColumn: x).count
    return (isPlayed ? "p" : "u") + "\(height)"
  }
  return bars.joined(separator: " ")
}

@Test(
  arguments: [
    (loaded: nil, bars: "p9 p9 p9 p9"),
    (loaded: 1, bars: "p9 p9 p9 p9"),
    (loaded: 0, bars: "u2 u2 u2 u2"),
    (loaded: 0.5, bars: "p9 p9 u2 u2"),
  ] as [(loaded: Double?, bars: String)]
)
func `undecoded parts are placeholders in the unplayed color`(
  loaded: Double?,
  bars expected: String
) throws {
  #expect(try bars(loaded: loaded) == expected)
}

@Test func `a playhead may be before or behind what is decoded`() throws {
  #expect(try bars(loaded: 0.75, playhead: 0.5) == "p9 p9 u9 u2")
  #expect(try bars(loaded: 0.25, playhead: 0.5) == "p9 u2 u2 u2")
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

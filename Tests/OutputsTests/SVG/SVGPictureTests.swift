import Codecs
import Outputs
import Raster
import TestSupport
import Testing
import Thumbnails
import Waveform

private let vectors = WaveformStyle.allCases.filter(\.content.isOfShapes)

/// Looks that together use every option of the styles.
private func looks() -> [(name: String, look: ThumbnailLook, playhead: Double?)] {
  let gradient = Gradient(colors: [
    Color(red: 0xff, green: 0xb3, blue: 0x47), Color(red: 0xe6, green: 0x39, blue: 0x46, alpha: 99),
  ])
  var played = ThumbnailLook()
  played.playhead = 0.371
  var graded = played
  graded.colors.playedGradient = gradient
  graded.colors.unplayedGradient = gradient
  graded.colors.background = .color(Color(red: 0x10, green: 0x18, blue: 0x20))
  var both = ThumbnailLook()
  both.scaling.measure = .both
  var lanes = ThumbnailLook()
  lanes.splitsChannels = true
  var over = both
  over.overlays = [ThumbnailOverlay(measured())]
  var crowded = ThumbnailLook()
  crowded.spacing = 0
  crowded.bars = 150
  var marked = ThumbnailLook()
  marked.markers = [
    WaveformMarker(time: 1), WaveformMarker(time: 2.5, duration: 1.3), WaveformMarker(time: 6),
  ]
  var measured = ThumbnailLook()
  measured.axes = ThumbnailAxes(color: Color(red: 0x33, green: 0x33, blue: 0x33))
  measured.size = ThumbnailSize(width: 400, height: 100)
  measured.clipping = Color(red: 0xff, green: 0, blue: 0)
  var pitched = played
  pitched.coloring = .pitch(WaveformColoring.standardRamp)
  var banded = ThumbnailLook()
  banded.coloring = .bands(WaveformColoring.standardBands)
  return [
    ("pitched", pitched, 0.371),
    ("banded", banded, nil),
    ("axes", measured, nil),
    ("plain", ThumbnailLook(), nil),
    ("played", played, 0.371),
    ("graded", graded, 0.371),
    ("both", both, nil),
    ("lanes", lanes, nil),
    ("over", over, nil),
    ("crowded", crowded, nil),
    ("marked", marked, nil),
  ]
}

@Test(.enabled(if: VectorRenderer.librsvg.isThere), arguments: vectors)
func `librsvg draws the same picture from SVG`(style: WaveformStyle) throws {
  for (name, look, playhead) in looks() {
    let picture = try SVGPicture(style, look: look)
    let width = picture.canvas.width
    let height = picture.canvas.height
    let theirs = try VectorRenderer.librsvg.pixels([picture.svg], width: width, height: height)
    try #require(theirs.width == width && theirs.height == height)
    // The playhead is a clip, which other renderers round to whole pixels.
    let column = playhead.map { Int($0 * Double(width)) }.map { $0..<$0 + 1 } ?? 0..<0
    let off = picture.distance(to: theirs, leavingOut: column)
    #expect(off.mean <= 2, "\(style) \(name): \(off)")
    #expect(off.worst <= 48, "\(style) \(name): \(off)")
  }
}

@Test(.enabled(if: VectorRenderer.chromium.isThere))
func `Chromium draws the same pictures from SVG, all in one page`() throws {
  var pictures: [(name: String, picture: SVGPicture, playhead: Double?, bound: Double)] = []
  for style in vectors {
    for (name, look, playhead) in looks() where ["played", "graded", "both"].contains(name) {
      var look = look
      look.size = ThumbnailSize(width: 598, height: 120)
      let bound = style.isRoundedByChromium ? 12 : 2.0
      pictures.append(("\(style) \(name)", try SVGPicture(style, look: look), playhead, bound))
    }
  }

  let page = try VectorRenderer.chromium.pixels(
    pictures.map(\.picture.svg),
    width: 598,
    height: 120 * pictures.count
  )
  try #require(page.width == 598 && page.height == 120 * pictures.count)

  for (index, (name, picture, playhead, bound)) in pictures.enumerated() {
    let column = playhead.map { Int($0 * 598) }.map { $0..<$0 + 1 } ?? 0..<0
    let off = picture.distance(to: page, row: index * 120, leavingOut: column)
    #expect(off.mean <= bound, "\(name): \(off)")
    guard bound == 2 else { continue }
    #expect(off.worst <= 48, "\(name): \(off)")
  }
}

// The difference halves with each doubling of the scale: Chromium seems to snap edge ends to
// quarter pixels, which is visible in thin and curved strokes. Speech is excluded: the sum of its
// translucent waves depends on the resolution.
@Test(.enabled(if: VectorRenderer.chromium.isThere))
func `Chromium draws every SVG style equally at higher density`() throws {
  var look = ThumbnailLook()
  look.size = ThumbnailSize(width: 598, height: 120)
  let styles = vectors.filter { $0 != .speech }
  let pictures = try styles.map { try SVGPicture($0, look: look) }
  let page = try VectorRenderer.chromium.pixels(
    pictures.map(\.svg),
    width: 598,
    height: 120 * pictures.count,
    scale: 4
  )
  try #require(page.width == 4 * 598 && page.height == 480 * pictures.count)

  for (index, (style, picture)) in zip(styles, pictures).enumerated() {
    let off = picture.distance(to: page, scale: 4, row: index * 120)
    #expect(off.mean <= 2, "\(style): \(off)")
    #expect(off.worst <= 48, "\(style): \(off)")
  }
}

extension WaveformStyle {
  /// Whether most ink is at edges, whose ends Chromium's software painter snaps to quarter pixels.
  fileprivate var isRoundedByChromium: Bool {
    [.line, .dots, .circular, .sine, .speech].contains(self)
  }
}

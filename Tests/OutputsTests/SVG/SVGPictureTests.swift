import Codecs
import Outputs
import Raster
import TestSupport
import Testing
import Thumbnails
import Waveform

private let vectors = WaveformStyle.allCases.filter(\.content.isOfShapes)

/// Looks that together use every option of the styles, by their names.
private enum Looks {
  static let all = [
    (name: "plain", look: ThumbnailLook()),
    (name: "played", look: played),
    (name: "graded", look: graded),
    (name: "both", look: both),
    (name: "lanes", look: lanes),
    (name: "overlaid", look: overlaid),
    (name: "crowded", look: crowded),
    (name: "marked", look: marked),
    (name: "axes", look: axes),
    (name: "by pitch", look: byPitch),
    (name: "by bands", look: byBands),
  ]

  /// What takes other paths through a renderer: clips, gradients, and layers.
  static let essential = [
    (name: "played", look: played),
    (name: "graded", look: graded),
    (name: "both", look: both),
  ]

  private static var played: ThumbnailLook {
    var look = ThumbnailLook()
    look.playhead = 0.371
    return look
  }

  private static var graded: ThumbnailLook {
    let gradient = Gradient(colors: [
      Color(red: 0xff, green: 0xb3, blue: 0x47),
      Color(red: 0xe6, green: 0x39, blue: 0x46, alpha: 99),
    ])
    var look = played
    look.colors.playedGradient = gradient
    look.colors.unplayedGradient = gradient
    look.colors.background = .color(Color(red: 0x10, green: 0x18, blue: 0x20))
    return look
  }

  private static var both: ThumbnailLook {
    var look = ThumbnailLook()
    look.scaling.measure = .both
    return look
  }

  private static var lanes: ThumbnailLook {
    var look = ThumbnailLook()
    look.lanes.areSplit = true
    return look
  }

  private static var overlaid: ThumbnailLook {
    var look = both
    look.overlays = [ThumbnailOverlay(measured())]
    return look
  }

  private static var crowded: ThumbnailLook {
    var look = ThumbnailLook()
    look.geometry.spacing = 0
    look.bars = 150
    return look
  }

  private static var marked: ThumbnailLook {
    var look = ThumbnailLook()
    look.markers.all = [
      WaveformMarker(time: 1),
      WaveformMarker(time: 2.5, duration: 1.3),
      WaveformMarker(time: 6),
    ]
    return look
  }

  private static var axes: ThumbnailLook {
    var look = ThumbnailLook()
    look.axes = ThumbnailAxes()
    look.size = ThumbnailSize(width: 400, height: 100)
    look.clipping = Color(red: 0xff, green: 0, blue: 0)
    return look
  }

  private static var byPitch: ThumbnailLook {
    var look = played
    look.coloring = .pitch(WaveformColoring.standardRamp)
    return look
  }

  private static var byBands: ThumbnailLook {
    var look = ThumbnailLook()
    look.coloring = .bands(WaveformColoring.standardBands)
    return look
  }
}

extension ThumbnailLook {
  /// The column of the playhead, which is a clip that other renderers round to whole pixels.
  fileprivate func playheadColumn(ofWidth width: Int) -> Range<Int> {
    guard let playhead else { return 0..<0 }
    let column = Int(playhead * Double(width))
    return column..<column + 1
  }
}

// Other renderers blend edges in their own ways: 2 of 255 in the mean, and 48 where an edge is on the
// border of two pixels. Untuned.
private let maximumMean = 2.0
private let maximumDifference = 48

@Test(.enabled(if: VectorRenderer.librsvg.exists), arguments: vectors)
func `librsvg draws the same picture from SVG`(style: WaveformStyle) throws {
  for (name, look) in Looks.all {
    let picture = try SVGPicture(style, look: look)
    let width = picture.canvas.width
    let height = picture.canvas.height
    let theirs = try VectorRenderer.librsvg.pixels([picture.svg], width: width, height: height)
    try #require(theirs.width == width)
    try #require(theirs.height == height)

    let column = look.playheadColumn(ofWidth: width)
    let distance = picture.distance(to: theirs, leavingOut: column)
    #expect(distance.mean <= maximumMean, "\(style) \(name)")
    #expect(distance.worst <= maximumDifference, "\(style) \(name)")
  }
}

private struct PictureOnPage {
  var name: String
  var style: WaveformStyle
  var look: ThumbnailLook
  var picture: SVGPicture

  /// Returns the pictures of all styles in some looks.
  static func all(size: ThumbnailSize) throws -> [PictureOnPage] {
    var pictures: [PictureOnPage] = []
    for style in vectors {
      for (name, look) in Looks.essential {
        var look = look
        look.size = size
        let picture = try SVGPicture(style, look: look)
        let item = PictureOnPage(
          name: "\(style) \(name)",
          style: style,
          look: look,
          picture: picture
        )
        pictures.append(item)
      }
    }
    return pictures
  }
}

@Test(.enabled(if: VectorRenderer.chromium.exists))
func `Chromium draws the same pictures from SVG, all in one page`() throws {
  let size = ThumbnailSize(width: 598, height: 120)
  let pictures = try PictureOnPage.all(size: size)
  // One page, since the browser takes long to start.
  let pageHeight = size.height * pictures.count
  let page = try VectorRenderer.chromium.pixels(
    pictures.map(\.picture.svg),
    width: size.width,
    height: pageHeight
  )
  try #require(page.width == size.width)
  try #require(page.height == pageHeight)

  for (index, item) in pictures.enumerated() {
    let column = item.look.playheadColumn(ofWidth: size.width)
    let top = index * size.height
    let distance = item.picture.distance(to: page, row: top, leavingOut: column)
    if item.style.isRoundedByChromium {
      #expect(distance.mean <= 12, "\(item.name)")
    } else {
      #expect(distance.mean <= maximumMean, "\(item.name)")
      #expect(distance.worst <= maximumDifference, "\(item.name)")
    }
  }
}

// The difference halves with each doubling of the scale: Chromium seems to snap edge ends to
// quarter pixels, which is visible in thin and curved strokes. Speech is excluded: the sum of its
// translucent waves depends on the resolution.
@Test(.enabled(if: VectorRenderer.chromium.exists))
func `Chromium draws every SVG style equally at higher density`() throws {
  let size = ThumbnailSize(width: 598, height: 120)
  var look = ThumbnailLook()
  look.size = size
  let styles = vectors.filter { $0 != .speech }
  let pictures = try styles.map { try SVGPicture($0, look: look) }
  let scale = 4
  let pageHeight = size.height * pictures.count
  let page = try VectorRenderer.chromium.pixels(
    pictures.map(\.svg),
    width: size.width,
    height: pageHeight,
    scale: scale
  )
  try #require(page.width == scale * size.width)
  try #require(page.height == scale * pageHeight)

  for (index, (style, picture)) in zip(styles, pictures).enumerated() {
    let distance = picture.distance(to: page, scale: scale, row: index * size.height)
    #expect(distance.mean <= maximumMean, "\(style)")
    #expect(distance.worst <= maximumDifference, "\(style)")
  }
}

extension WaveformStyle {
  /// Whether most ink is at edges, whose ends Chromium's software painter snaps to quarter pixels.
  fileprivate var isRoundedByChromium: Bool {
    [.line, .dots, .circular, .sine, .speech].contains(self)
  }
}

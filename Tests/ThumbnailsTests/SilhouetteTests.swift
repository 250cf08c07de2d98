import Codecs
import Raster
import Testing
import Thumbnails

// Clear, opaque and translucent grounds, and inks nearly equal to one, nearly clear and of one part in
// 255: blending has the same result by two ways only if each rounds alike.
private let grounds = [
  Color.clear,
  white,
  Color(red: 100, green: 100, blue: 100),
  Color(red: 9, green: 80, blue: 200, alpha: 77),
]
private let inks = [
  Color(red: 30, green: 64, blue: 175),
  Color(red: 250, green: 253, blue: 255),
  Color(red: 103, green: 101, blue: 100),
  Color(red: 1, green: 2, blue: 3, alpha: 40),
  Color(red: 255, green: 255, blue: 255, alpha: 1),
]

/// Bars that stand on an edge or are centered, at any place within a pixel.
private func bars(width: Int, height: Int, areMirrored: Bool) -> [RoundedRectangle] {
  (0..<width / 7).map { index in
    // 37 and 23 have no common divisor, so that the lengths look random.
    let share = 0.05 + 0.9 * Double((index * 37) % 23) / 23
    let length = Double(height) * share
    let left = Double(index) * 7 + 0.3 * Double(index % 3)
    let top = areMirrored ? (Double(height) - length) / 2 : 0
    return RoundedRectangle(
      x: left,
      y: top,
      width: 4.5,
      height: length,
      cornerRadius: Double(index % 4)
    )
  }
}

@Test(
  arguments: [
    ThumbnailSize(width: 64, height: 31),
    ThumbnailSize(width: 133, height: 40),
    ThumbnailSize(width: 1203, height: 77),
  ],
  [false, true]
)
func `a silhouette and a canvas make the same file`(
  size: ThumbnailSize,
  areMirrored: Bool
) throws {
  let shapes = bars(width: size.width, height: size.height, areMirrored: areMirrored)
  for ground in grounds {
    for ink in inks {
      var drawing = Drawing(
        width: size.width,
        height: size.height,
        background: .color(ground)
      )
      drawing.marks = [.shape(.bars(shapes), in: .color(ink))]
      let silhouette = try #require(Silhouette(drawing))
      let canvas = Canvas(drawing)
      let pixels = silhouette.indices.map { silhouette.colors[Int($0)] }
      #expect(pixels == canvas.pixels)
      #expect(try encoded(silhouette) == encoded(canvas))
    }
  }
}

private func encoded(_ silhouette: Silhouette) throws(PNGFailure) -> [UInt8] {
  try PNGEncoder.encode(
    indices: silhouette.indices,
    colors: silhouette.colors,
    width: silhouette.width,
    height: silhouette.height,
    pixelsPerPoint: 1,
    text: []
  )
}

private func encoded(_ canvas: Canvas) throws(PNGFailure) -> [UInt8] {
  try canvas.withBytes { (pixels) throws(PNGFailure) in
    try PNGEncoder.encode(
      premultiplied: pixels,
      width: canvas.width,
      height: canvas.height,
      pixelsPerPoint: 1,
      text: []
    )
  }
}

@Test func `only bars in one color on another are a silhouette`() throws {
  let bar = Shape.bars([RoundedRectangle(x: 1, y: 1, width: 3, height: 5)])
  let ink = Paint.color(inks[0])
  let empty = Drawing(width: 9, height: 9)
  #expect(Silhouette(empty) == nil)

  var plain = empty
  plain.marks = [.shape(bar, in: ink)]
  #expect(Silhouette(plain) != nil)

  // Each of these is more than two colors and their mixtures.
  let otherMarks: [(name: String, marks: [Mark])] = [
    (name: "layers", marks: [.shape(bar, in: ink), .shape(bar, in: ink)]),
    (name: "a clip", marks: [.shape(bar, [Fill(ink, clip: .everything)])]),
    (name: "two paints", marks: [.shape(bar, [Fill(ink), Fill(ink)])]),
    (name: "the color of text", marks: [.shape(bar, in: .currentColor(alpha: 255))]),
    (name: "an outline", marks: [.shape(.outline(Outline()), in: ink)]),
  ]
  for (name, marks) in otherMarks {
    var drawing = plain
    drawing.marks = marks
    #expect(Silhouette(drawing) == nil, "\(name)")
  }

  var onTextColor = plain
  onTextColor.background = .currentColor(alpha: 9)
  #expect(Silhouette(onTextColor) == nil)
  var coarse = plain
  coarse.hasCoarseEdges = true
  #expect(Silhouette(coarse) == nil)
}

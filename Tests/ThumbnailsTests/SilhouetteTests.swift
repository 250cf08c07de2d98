import Codecs
import Raster
import Testing

// Clear, opaque and translucent grounds, and inks nearly equal to one, nearly clear and of one part in
// 255: blending has the same result by two ways only if each rounds alike.
private let grounds = [
  Color.clear, Color(red: 255, green: 255, blue: 255), Color(red: 100, green: 100, blue: 100),
  Color(red: 9, green: 80, blue: 200, alpha: 77),
]
private let inks = [
  Color(red: 30, green: 64, blue: 175), Color(red: 250, green: 253, blue: 255),
  Color(red: 103, green: 101, blue: 100), Color(red: 1, green: 2, blue: 3, alpha: 40),
  Color(red: 255, green: 255, blue: 255, alpha: 1),
]

/// Bars that stand on an edge or are centered, at any place within a pixel.
private func bars(width: Int, height: Int, areMirrored: Bool) -> [RoundedRectangle] {
  (0..<width / 7).map { index in
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

@Test(arguments: [(64, 31), (133, 40), (1203, 77)], [false, true])
func `a silhouette and a canvas make the same file`(size: (Int, Int), areMirrored: Bool) throws {
  let (width, height) = size
  let shapes = bars(width: width, height: height, areMirrored: areMirrored)
  for ground in grounds {
    for ink in inks {
      var drawing = Drawing(width: width, height: height, background: .color(ground))
      drawing.marks = [.shape(.bars(shapes), in: .color(ink))]
      let silhouette = try #require(Silhouette(drawing))
      let canvas = Canvas(drawing)
      #expect(silhouette.indices.map { silhouette.colors[Int($0)] } == canvas.pixels)
      let file = try PNGEncoder.encode(
        indices: silhouette.indices,
        colors: silhouette.colors,
        width: width,
        height: height,
        pixelsPerPoint: 1,
        text: []
      )
      let other = try canvas.withBytes { (pixels) throws(PNGFailure) in
        try PNGEncoder.encode(
          premultiplied: pixels,
          width: width,
          height: height,
          pixelsPerPoint: 1,
          text: []
        )
      }
      #expect(file == other)
    }
  }
}

@Test func `only bars in one color on another are a silhouette`() throws {
  let bar = Shape.bars([RoundedRectangle(x: 1, y: 1, width: 3, height: 5)])
  let ink = Paint.color(inks[0])
  var drawing = Drawing(width: 9, height: 9)
  #expect(Silhouette(drawing) == nil)

  drawing.marks = [.shape(bar, in: ink)]
  #expect(Silhouette(drawing) != nil)
  // A second layer, a clip, two paints, a color of the page, another shape, a ground of the page, and
  // rounded edges: each is more than two colors and their mixtures.
  for change: (inout Drawing) -> Void in [
    { $0.marks.append(.shape(bar, in: ink)) },
    { $0.marks = [.shape(bar, [Fill(ink, clip: .everything)])] },
    { $0.marks = [.shape(bar, [Fill(ink), Fill(ink)])] },
    { $0.marks = [.shape(bar, in: .currentColor(alpha: 255))] },
    { $0.marks = [.shape(.outline(Outline()), in: ink)] },
    { $0.background = .currentColor(alpha: 9) },
    { $0.hasCoarseEdges = true },
  ] {
    var other = drawing
    change(&other)
    #expect(Silhouette(other) == nil)
  }
}

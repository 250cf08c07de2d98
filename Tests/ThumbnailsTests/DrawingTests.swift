import Raster
import Testing
import Thumbnails
import Waveform

private let played = Color(red: 1, green: 2, blue: 3)
private let unplayed = Color(red: 4, green: 5, blue: 6)

/// Returns the drawing of two bars, the second of which is full.
private func drawing(
  with look: ThumbnailLook,
  style: WaveformStyle = .bars
) throws -> Drawing {
  let subject = ThumbnailSubject(levels: [0.5, 1], seconds: 2)
  return try ThumbnailDrawing.draw(subject, style: style, look: look).drawing
}

private func twoColorLook(width: Int, height: Int) -> ThumbnailLook {
  var look = ThumbnailLook(width: width, height: height)
  look.colors = WaveformColors(played: played, unplayed: unplayed)
  return look
}

@Test func `a style returns a drawing value`() throws {
  var look = twoColorLook(width: 10, height: 8)
  look.bars = 2
  let bars = [
    RoundedRectangle(x: 0, y: 4, width: 4, height: 4, cornerRadius: 1.5),
    RoundedRectangle(x: 6, y: 0, width: 4, height: 8, cornerRadius: 1.5),
  ]
  var expected = Drawing(width: 10, height: 8)
  expected.marks = [.shape(.bars(bars), in: .color(played))]
  #expect(try drawing(with: look) == expected)
}

@Test func `a playhead splits one shape into two paints`() throws {
  var look = twoColorLook(width: 10, height: 8)
  look.playhead = 0.25
  let marks = try drawing(with: look).marks
  guard case .shape(.bars, let fills) = try #require(marks.first) else {
    Issue.record("unexpected marks: \(marks)")
    return
  }
  #expect(marks.count == 1)
  #expect(fills.map(\.paint) == [.color(played), .color(unplayed)])
  // A quarter of ten points.
  #expect(fills.map(\.clip?.right) == [2.5, .infinity])
  #expect(fills.map(\.clip?.left) == [-.infinity, 2.5])
}

// SVG is written of shapes alone.
@Test(arguments: WaveformStyle.allCases)
func `every style except spectra consists of shapes`(style: WaveformStyle) throws {
  let marks = try drawing(with: ThumbnailLook(), style: style).marks
  let isOfShapes = marks.allSatisfy { mark in
    if case .shape = mark { return true }
    return false
  }
  #expect(isOfShapes == style.content.isOfShapes)
}

@Test func `the list of styles contains each once, found by its name`() {
  let names = WaveformStyle.allCases.map(\.rawValue)
  #expect(Set(names).count == names.count)
  #expect(names.map(WaveformStyle.init(rawValue:)) == WaveformStyle.allCases)
}

@Test func `all means the six plain styles`() {
  #expect(
    WaveformStyle.plain == [.bars, .mirroredBars, .dancingBars, .line, .dots, .circular]
  )
}

/// Returns the paint of the bars over dark album art.
private func paintOverAlbumArt(in colors: WaveformColors) throws -> Paint {
  let darkGrey: UInt32 = 0xFF20_2020
  let photo = try #require(PhotoPixels(width: 1, height: 1, pixels: [darkGrey]))
  var look = ThumbnailLook()
  look.cover.photo = Photo(pixels: photo)
  look.colors = colors
  let mark = try #require(try drawing(with: look).marks.last)
  guard case .shape(_, let fills) = mark else {
    throw UnexpectedMark()
  }
  return fills[0].paint
}

private struct UnexpectedMark: Error {}

@Test func `the standard color is white over album art, and a chosen one stays`() throws {
  let standard = WaveformColors()
  #expect(try paintOverAlbumArt(in: standard) == .color(white))
  // The same color, but asked for.
  let chosen = WaveformColors(played: standard.played)
  #expect(try paintOverAlbumArt(in: chosen) == .color(standard.played))
}

import Raster
import Testing
import Thumbnails
import Waveform

private let played = Color(red: 1, green: 2, blue: 3)
private let unplayed = Color(red: 4, green: 5, blue: 6)

private func drawing(_ look: ThumbnailLook, style: WaveformStyle = .bars) throws -> Drawing {
  var look = look
  look.colors = WaveformColors(played: played, unplayed: unplayed)
  let summary = WaveformSummary(amplitudes: [0.5, 1], duration: 2)
  return try ThumbnailDrawing.draw(ThumbnailSubject(summary: summary), style: style, look: look)
    .drawing
}

@Test func `a style returns a drawing value`() throws {
  var look = ThumbnailLook()
  look.size = ThumbnailSize(width: 10, height: 8)
  look.bars = 2
  let bars = [
    RoundedRectangle(x: 0, y: 4, width: 4, height: 4, cornerRadius: 1.5),
    RoundedRectangle(x: 6, y: 0, width: 4, height: 8, cornerRadius: 1.5),
  ]
  var expected = Drawing(width: 10, height: 8)
  expected.marks = [.shape(.bars(bars), in: .color(played))]
  #expect(try drawing(look) == expected)
}

@Test func `a playhead splits one shape into two paints`() throws {
  var look = ThumbnailLook()
  look.size = ThumbnailSize(width: 10, height: 8)
  look.playhead = 0.25
  let marks = try drawing(look).marks
  guard case .shape(.bars, let fills) = try #require(marks.first) else {
    Issue.record("unexpected marks: \(marks)")
    return
  }
  #expect(marks.count == 1)
  #expect(fills.map(\.paint) == [.color(played), .color(unplayed)])
  #expect(fills.map(\.clip?.right) == [2.5, .infinity])
  #expect(fills.map(\.clip?.left) == [-.infinity, 2.5])
}

@Test func `every style except spectra consists of shapes`() throws {
  for style in WaveformStyle.allCases {
    let shapes = try drawing(ThumbnailLook(), style: style).marks.allSatisfy { mark in
      if case .shape = mark {
        true
      } else {
        false
      }
    }
    #expect(shapes == style.content.isOfShapes, "\(style)")
  }
}

@Test func `the list of styles contains each once, found by its name`() {
  let names = WaveformStyle.allCases.map(\.rawValue)
  #expect(Set(names).count == names.count)
  #expect(names.map(WaveformStyle.init(rawValue:)) == WaveformStyle.allCases)
}

@Test func `all means the six plain styles`() {
  #expect(
    WaveformStyle.plain.starts(with: [.bars, .mirroredBars, .dancingBars, .line, .dots, .circular])
  )
  let others: Set<WaveformStyle> = [.spectrum, .spectrogram, .sine, .speech]
  #expect(others.isDisjoint(with: WaveformStyle.plain))
}

@Test func `the standard color is white over album art, and a chosen one stays`() throws {
  var look = ThumbnailLook()
  let photo = try #require(PhotoPixels(width: 1, height: 1, pixels: [0xFF20_2020]))
  look.cover = Photo(pixels: photo)
  var played: [Color] = []
  for colors in [WaveformColors(), WaveformColors(played: WaveformColors().played)] {
    look.colors = colors
    let summary = WaveformSummary(amplitudes: [0.5, 1], duration: 2)
    let drawing = try ThumbnailDrawing.draw(
      ThumbnailSubject(summary: summary),
      style: .bars,
      look: look
    ).drawing
    if case .shape(_, let fills) = drawing.marks.last, case .color(let color) = fills[0].paint {
      played.append(color)
    }
  }
  #expect(played == [Color(red: 255, green: 255, blue: 255), WaveformColors().played])
}

import Raster
import Testing
import Waveform

@testable import Thumbnails

private let summary = WaveformSummary(amplitudes: (0..<60).map { Float($0 % 7) / 7 }, duration: 60)

/// Returns the pixels of a picture, row by row.
private func pixels(_ look: ThumbnailLook, _ style: WaveformStyle, scale: Int) throws -> [[UInt32]]
{
  let picture = try ThumbnailDrawing.draw(
    WaveformMeasurement(mix: summary),
    style: style,
    look: look,
    scale: scale
  )
  let canvas = Canvas(picture.drawing)
  return (0..<canvas.height).map { row in
    Array(canvas.pixels[row * canvas.width..<(row + 1) * canvas.width])
  }
}

/// Returns the largest difference of the components of two pixels.
private func largestDifference(_ one: UInt32, _ other: UInt32) -> Int {
  let shifts: [UInt32] = [0, 8, 16, 24]
  let differences = shifts.map { shift in
    abs(Int(one >> shift & 255) - Int(other >> shift & 255))
  }
  return differences.max() ?? 0
}

private func look(height: Int, name: String? = nil) -> ThumbnailLook {
  var look = ThumbnailLook()
  look.size = ThumbnailSize(width: 400, height: height)
  look.caption = name.map { ThumbnailCaption(name: $0, facts: ["FLAC", "44.1 kHz", "1:00"]) }
  return look
}

@Test(arguments: [WaveformStyle.bars, .line, .dots, .circular], [1, 2])
func `a caption is a line above the drawing, inside of the size`(
  style: WaveformStyle,
  scale: Int
) throws {
  // 1.8 times the text size of 10 points.
  let line = 18
  let with = try pixels(look(height: 138, name: "Nocturne"), style, scale: scale)
  let without = try pixels(look(height: 138 - line), style, scale: scale)
  #expect(with.count == 138 * scale)
  for (row, expected) in zip(with[(line * scale)...], without) {
    // Curves are rounded elsewhere in another row.
    #expect(zip(row, expected).allSatisfy { largestDifference($0, $1) <= 1 })
  }
  let ink = with[..<(line * scale)].flatMap(\.self).count { $0 >> 24 > 0 }
  #expect(ink > 100 * scale)
}

@Test func `a small picture has no caption`() throws {
  let with = try pixels(look(height: 79, name: "Nocturne"), .bars, scale: 1)
  #expect(try with == pixels(look(height: 79), .bars, scale: 1))
}

/// Returns the text of the caption of a picture.
private func text(_ name: String, facts: [String], width: Int) throws -> String? {
  let caption = ThumbnailCaption(name: name, facts: facts)
  let marks = caption.marks(
    in: ThumbnailSize(width: width, height: 120),
    endingAt: Point(x: 0, y: 18),
    scale: 1,
    ink: Color(rgb: 0),
    typeface: .builtIn
  )
  guard case .shape(.lettering(let line, _), _)? = marks.first else { return nil }
  #expect(line.width <= Double(width))
  return line.text
}

@Test func `a long name is shortened in its middle, and facts stay`() throws {
  let facts = ["FLAC", "44.1 kHz", "16-bit PCM", "stereo", "4:33"]
  #expect(
    try text("Nocturne", facts: facts, width: 598)
      == "Nocturne · FLAC · 44.1 kHz · 16-bit PCM · stereo · 4:33"
  )
  let name = String(repeating: "abcdefghij ", count: 27) + "end"
  let long = try #require(try text(name, facts: facts, width: 598))
  #expect(long.hasPrefix("abcdefghij abc"))
  #expect(long.contains("…"))
  #expect(long.hasSuffix("end · FLAC · 44.1 kHz · 16-bit PCM · stereo · 4:33"))

  // What does not fit beside twelve letters of the name is left out from the end on.
  let narrow = try #require(try text(name, facts: facts, width: 200))
  #expect(narrow.hasPrefix("abcdef"))
  #expect(!narrow.contains("4:33"))
  #expect(narrow.contains(" · FLAC"))
}

@Test func `a name in letters that the typeface lacks is left out`() throws {
  #expect(try text("夜想曲", facts: ["FLAC", "4:33"], width: 598) == "FLAC · 4:33")
}

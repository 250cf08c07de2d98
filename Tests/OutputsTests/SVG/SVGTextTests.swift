import Outputs
import Raster
import Testing
import Thumbnails
import Waveform

private func svg(_ look: ThumbnailLook = ThumbnailLook(), title: String = "A") throws -> String {
  try SVGPicture(.mirroredBars, look: look, title: title).text
}

@Test func `an SVG has its size in points, a role and a title`() throws {
  var look = ThumbnailLook()
  look.size = ThumbnailSize(width: 10, height: 8)
  look.bars = 1
  look.colors.played = Color(red: 0x11, green: 0x22, blue: 0x33, alpha: 51)
  #expect(
    try svg(look, title: "Waveform of ep1, 50:12") == """
      <svg xmlns="http://www.w3.org/2000/svg" width="10" height="8" viewBox="0 0 10 8" role="img">
      <title>Waveform of ep1, 50:12</title>
      <rect fill="#123" fill-opacity=".2" x="0" y="0" width="10" height="8" rx="1.5"/>
      </svg>

      """
  )
}

// A guess at what a page can embed a hundred times.
@Test func `an SVG of a hundred bars has at most eight kilobytes`() throws {
  let maximumBytes = 8 * 1024
  for style in [WaveformStyle.bars, .mirroredBars, .dots, .circular, .line] {
    var played = ThumbnailLook()
    played.bars = 100
    played.playhead = 0.37
    #expect(try SVGPicture(style, look: played).svg.count <= maximumBytes, "\(style)")

    var both = ThumbnailLook()
    both.bars = 100
    both.scaling.measure = .both
    #expect(try SVGPicture(style, look: both).svg.count <= maximumBytes, "\(style)")
  }
}

@Test func `no name can open or close an SVG tag`() throws {
  // It closes the element, the attribute and the entity, and has two characters that XML forbids.
  let hostile = "</title><script>alert(1)</script>\"' onload='x' & \u{1}\u{FFFE} é"
  let text = try svg(title: hostile)
  #expect(!text.contains("<script"))
  #expect(!text.contains("</title><"))
  #expect(text.contains("&lt;script&gt;"))
  #expect(text.contains("&amp; \u{FFFD}\u{FFFD} é"))
}

@Test func `no marker can open an SVG tag`() throws {
  var look = ThumbnailLook()
  look.markers.all = [WaveformMarker(time: 1, label: "<script>alert(1)</script>")]
  let text = try svg(look)
  #expect(text.contains("<text"))
  #expect(!text.contains("<script"))
}

@Test func `an SVG has no script, style sheet or external reference`() throws {
  var look = ThumbnailLook()
  look.playhead = 0.4
  look.colors.playedGradient = Gradient(colors: [.clear, Color(red: 1, green: 2, blue: 3)])
  let text = try svg(look)
  // Neither elements nor attributes.
  for word in ["script", "style", "@import", "xlink", "data:", "foreignObject", "on"] {
    #expect(!text.contains("<\(word)"), "\(word)")
    #expect(!text.contains(" \(word)="), "\(word)")
  }
  // The namespace alone.
  #expect(text.ranges(of: "http").count == 1)
}

// A page embeds many SVGs, whose ids share one space: a gradient of another picture would be used.
@Test func `ids in two SVGs differ, and each is defined`() throws {
  var look = ThumbnailLook()
  look.playhead = 0.4
  let one = try svg(look)
  look.playhead = 0.6
  let other = try svg(look)

  let ids = words(in: one, behind: " id=\"")
  #expect(!ids.isEmpty)
  #expect(ids.isDisjoint(with: words(in: other, behind: " id=\"")))
  let uses = words(in: one, behind: "url(#").union(words(in: one, behind: "href=\"#"))
  #expect(!uses.isEmpty)
  #expect(uses.isSubset(of: ids))
}

@Test func `a plain SVG has no ids`() throws {
  #expect(try !svg().contains("id="))
}

@Test func `pictures of pixels have no SVG`() throws {
  let picture = try ThumbnailDrawing.draw(measured(), style: .spectrum, look: ThumbnailLook())
  #expect(SVGText(picture.drawing, title: "") == nil)
}

@Test func `captions in SVG are text`() throws {
  var look = ThumbnailLook()
  look.markers.all = [WaveformMarker(time: 1, label: "Granit & Basalt")]
  let text = try svg(look)
  #expect(text.contains(">Granit &amp; Basalt</text>"))
  #expect(text.contains("textLength="))
}

@Test func `captions of any script are text in SVG`() throws {
  let labels = ["Гранит и базальт", "石头的故事", "日本語のタイトル", "العربية", "Ελληνικά &…"]
  var look = ThumbnailLook()
  look.size = ThumbnailSize(width: 1200, height: 120)
  look.markers.all = labels.enumerated().map { second, label in
    WaveformMarker(time: Double(second), label: label)
  }
  look.typeface.isSetByReader = true
  let text = try svg(look)
  for label in labels {
    let escaped = label.replacing("&", with: "&amp;")
    #expect(text.contains(">\(escaped)</text>"), "\(label)")
  }
}

/// Returns the words behind each occurrence of a prefix, up to a quotation mark or a parenthesis.
private func words(in text: String, behind prefix: String) -> Set<String> {
  let words = text.ranges(of: prefix).map { range in
    String(text[range.upperBound...].prefix { $0 != ")" && $0 != "\"" })
  }
  return Set(words)
}

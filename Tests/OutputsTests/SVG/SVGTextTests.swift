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
  for style in [WaveformStyle.bars, .mirroredBars, .dots, .circular, .line] {
    var look = ThumbnailLook()
    look.bars = 100
    look.playhead = 0.37
    #expect(try SVGPicture(style, look: look).svg.count <= 8192, "\(style)")
    look.playhead = nil
    look.scaling.measure = .both
    #expect(try SVGPicture(style, look: look).svg.count <= 8192, "\(style) with both measures")
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
  var look = ThumbnailLook()
  look.markers = [WaveformMarker(time: 1, label: "<script>alert(1)</script>")]
  let marked = try svg(look)
  #expect(marked.contains("<text"))
  #expect(!marked.contains("<script"))
}

@Test func `an SVG has no script, style sheet or external reference`() throws {
  var look = ThumbnailLook()
  look.playhead = 0.4
  look.colors.playedGradient = Gradient(colors: [.clear, Color(red: 1, green: 2, blue: 3)])
  let text = try svg(look)
  for word in ["script", "style", "@import", "xlink", "data:", "foreignObject", "on"] {
    #expect(!text.contains("<\(word)"), "\(word)")
    #expect(!text.contains(" \(word)="), "\(word)")
  }
  // The namespace alone.
  #expect(text.components("http").count == 2)
}

// A page embeds many SVGs, whose ids share one space: a gradient of another picture would be used.
@Test func `ids in two SVGs differ, and each is defined`() throws {
  var look = ThumbnailLook()
  look.playhead = 0.4
  let one = try svg(look)
  look.playhead = 0.6
  let other = try svg(look)
  #expect(!names(one).isEmpty)
  #expect(names(one).isDisjoint(with: names(other)))

  for use in one.components("url(#").dropFirst() + one.components("href=\"#").dropFirst() {
    let name = String(use.prefix { $0 != ")" && $0 != "\"" })
    #expect(names(one).contains(name), "\(name)")
  }
  #expect(try svg().contains("id=") == false)
}

@Test func `pictures of pixels have no SVG`() throws {
  let picture = try ThumbnailDrawing.draw(measured(), style: .spectrum, look: ThumbnailLook())
  #expect(SVGText(picture.drawing, title: "") == nil)
}

@Test func `captions in SVG are text`() throws {
  var look = ThumbnailLook()
  look.markers = [WaveformMarker(time: 1, label: "Granit & Basalt")]
  let text = try svg(look)
  #expect(text.contains(">Granit &amp; Basalt</text>"))
  #expect(text.contains("textLength="))
}

@Test func `captions of any script are text in SVG`() throws {
  let labels = ["Гранит и базальт", "石头的故事", "日本語のタイトル", "العربية", "Ελληνικά &…"]
  var look = ThumbnailLook()
  look.size = ThumbnailSize(width: 1200, height: 120)
  look.markers = labels.enumerated().map { WaveformMarker(time: Double($0), label: $1) }
  look.typeface.isSetByReader = true
  let text = try svg(look)
  for label in labels {
    let written = label.split(separator: "&").joined(separator: "&amp;")
    #expect(text.contains(">\(written)</text>"), "\(label)")
  }
}

private func names(_ text: String) -> Set<String> {
  Set(text.components(" id=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) })
}

extension String {
  fileprivate func components(_ separator: String) -> [Substring] {
    split(separator: separator, omittingEmptySubsequences: false)
  }
}

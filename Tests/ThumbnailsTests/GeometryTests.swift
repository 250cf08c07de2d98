import Raster
import Testing
import Thumbnails
import Waveform

private func look(width: Int, height: Int) -> ThumbnailLook {
  var look = ThumbnailLook()
  look.size = ThumbnailSize(width: width, height: height)
  look.cornerRadius = 0
  return look
}

/// Draws given heights as ASCII art: `.` is clear, `#` opaque, a digit the tenths between.
private func ascii(_ style: WaveformStyle, heights: [Float], look: ThumbnailLook) throws
  -> String
{
  let summary = WaveformSummary(amplitudes: heights, duration: 1)
  let subject = ThumbnailSubject(summary: summary)
  let canvas = try ThumbnailDrawing.draw(subject, style: style, look: look).canvas
  return (0..<canvas.height).map { y in
    (0..<canvas.width).map { x in
      switch canvas.alpha(x, y) {
      case 0: "."
      case 255: "#"
      case let alpha: String(alpha * 10 / 255)
      }
    }.joined()
  }.joined(separator: "\n")
}

@Test func `bars stand on the bottom and are at least two points high`() throws {
  #expect(
    try ascii(.bars, heights: [1, 0.5, 0], look: look(width: 13, height: 6)) == """
      ###..........
      ###..........
      ###..........
      ###..###.....
      ###..###..###
      ###..###..###
      """
  )
}

@Test func `mirrored bars are centred`() throws {
  #expect(
    try ascii(.mirroredBars, heights: [1, 0], look: look(width: 10, height: 6)) == """
      ####......
      ####......
      ####..####
      ####..####
      ####......
      ####......
      """
  )
}

@Test func `dancing bars are at least three points high`() throws {
  #expect(
    try ascii(.dancingBars, heights: [1, 0], look: look(width: 9, height: 5)) == """
      ###......
      ###...###
      ###...###
      ###...###
      ###......
      """
  )
}

@Test func `silence is a line of its thickness`() throws {
  #expect(
    try ascii(.line, heights: [0, 0, 0], look: look(width: 8, height: 6)) == """
      ........
      ........
      ########
      ########
      ........
      ........
      """
  )
}

@Test func `one height makes a horizontal line`() throws {
  #expect(
    try ascii(.line, heights: [0.5], look: look(width: 5, height: 4)) == """
      .....
      #####
      #####
      .....
      """
  )
}

@Test func `dots begin at the left of their share of the width`() throws {
  #expect(
    try ascii(.dots, heights: [0, 1], look: look(width: 20, height: 8)) == """
      ............3993....
      ............9##9....
      3993........####....
      9##9........####....
      9##9........####....
      3993........####....
      ............9##9....
      ............3993....
      """
  )
}

@Test func `bars that do not fit reduce their spacing first`() throws {
  var wide = look(width: 11, height: 3)
  wide.spacing = 5
  #expect(
    try ascii(.bars, heights: [1, 1, 1, 1, 1, 1], look: wide) == """
      #.#.#.#.#.#
      #.#.#.#.#.#
      #.#.#.#.#.#
      """
  )
}

@Test func `bars that still do not fit reduce their count, showing the whole recording`() throws {
  var narrow = look(width: 4, height: 4)
  narrow.bars = 8
  #expect(WaveformStyle.bars.barCount(for: narrow) == 4)
  #expect(
    try ascii(.bars, heights: [1, 1, 0, 0, 0, 0, 1, 1], look: narrow) == """
      #..#
      #..#
      ####
      ####
      """
  )
}

@Test func `the first bar of a circle is at twelve o'clock and the next to its right`() throws {
  var look = look(width: 100, height: 100)
  look.playhead = 0
  look.colors.unplayed = .clear
  let canvas = try ThumbnailDrawing.draw(
    ThumbnailSubject(summary: WaveformSummary(amplitudes: [1, 1, 1, 1], duration: 1)),
    style: .circular,
    look: look
  ).canvas
  #expect(canvas.alpha(50, 10) > 100)
  #expect(canvas.alpha(90, 50) == 0)

  look.playhead = 0.25
  let quarter = try ThumbnailDrawing.draw(
    ThumbnailSubject(summary: WaveformSummary(amplitudes: [1, 1, 1, 1], duration: 1)),
    style: .circular,
    look: look
  ).canvas
  #expect(quarter.alpha(90, 50) > 100)
  #expect(quarter.alpha(50, 90) == 0)
}

@Test func `a bar under the playhead is partly played`() throws {
  var look = look(width: 8, height: 2)
  look.playhead = 2.5 / 8
  look.colors.played = Color(red: 255, green: 0, blue: 0)
  look.colors.unplayed = Color(red: 0, green: 0, blue: 255)
  let canvas = try ThumbnailDrawing.draw(
    ThumbnailSubject(summary: WaveformSummary(amplitudes: [1], duration: 1)),
    style: .bars,
    look: look
  ).canvas
  #expect(canvas.pixels[1] == 0xff00_00ff)
  #expect(canvas.pixels[3] == 0xffff_0000)
  #expect(canvas.pixels[2] & 255 > 0)
  #expect(canvas.pixels[2] >> 16 & 255 > 0)
}

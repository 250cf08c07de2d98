import Raster
import Testing
import Thumbnails
import Waveform

/// Returns a look with square corners, so that bars are exact.
private func look(width: Int, height: Int) -> ThumbnailLook {
  var look = ThumbnailLook(width: width, height: height)
  look.geometry.cornerRadius = 0
  return look
}

/// Draws given heights as ASCII art.
private func ascii(
  _ style: WaveformStyle,
  heights: [Float],
  look: ThumbnailLook
) throws -> String {
  try draw(ThumbnailSubject(levels: heights), style, look: look).ascii
}

private func ascii(
  _ style: WaveformStyle,
  heights: [Float],
  width: Int,
  height: Int
) throws -> String {
  try ascii(style, heights: heights, look: look(width: width, height: height))
}

@Test func `bars stand on the bottom and are at least two points high`() throws {
  #expect(
    try ascii(.bars, heights: [1, 0.5, 0], width: 13, height: 6) == """
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
    try ascii(.mirroredBars, heights: [1, 0], width: 10, height: 6) == """
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
    try ascii(.dancingBars, heights: [1, 0], width: 9, height: 5) == """
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
    try ascii(.line, heights: [0, 0, 0], width: 8, height: 6) == """
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
    try ascii(.line, heights: [0.5], width: 5, height: 4) == """
      .....
      #####
      #####
      .....
      """
  )
}

@Test func `dots begin at the left of their share of the width`() throws {
  #expect(
    try ascii(.dots, heights: [0, 1], width: 20, height: 8) == """
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
  wide.geometry.spacing = 5
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
  /// Draws what is played of a circle of four bars.
  func circle(playhead: Double) throws -> Canvas {
    var look = look(width: 100, height: 100)
    look.playhead = playhead
    look.colors.unplayed = .clear
    return try draw(ThumbnailSubject(levels: [1, 1, 1, 1]), .circular, look: look)
  }
  let start = try circle(playhead: 0)
  #expect(start.alpha(x: 50, y: 10) > 100)
  #expect(start.alpha(x: 90, y: 50) == 0)

  let quarter = try circle(playhead: 0.25)
  #expect(quarter.alpha(x: 90, y: 50) > 100)
  #expect(quarter.alpha(x: 50, y: 90) == 0)
}

@Test func `a bar under the playhead is partly played`() throws {
  var look = look(width: 8, height: 2)
  look.playhead = 2.5 / 8
  look.colors.played = red
  look.colors.unplayed = blue
  let canvas = try draw(ThumbnailSubject(levels: [1]), .bars, look: look)
  #expect(canvas.pixel(x: 1, y: 0) == red.pixel)
  #expect(canvas.pixel(x: 3, y: 0) == blue.pixel)
  // The pixel that the playhead divides has both.
  let divided = canvas.pixel(x: 2, y: 0)
  #expect(divided & red.pixel & 255 > 0)
  #expect(divided & blue.pixel & 0xFF_0000 > 0)
}

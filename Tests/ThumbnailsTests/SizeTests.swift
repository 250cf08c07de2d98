import Raster
import Testing
import Thumbnails
import Waveform

@Test(arguments: WaveformStyle.allCases, 1...3)
func `pictures of any size have ink`(style: WaveformStyle, scale: Int) throws {
  let sides = [1, 2, 3, 17, 60]
  for width in sides + [700] {
    for height in sides {
      var look = ThumbnailLook(width: width, height: height)
      look.playhead = 0.43
      let canvas = try drawSong(style, look: look, scale: scale)
      #expect(canvas.width == width * scale)
      #expect(canvas.height == height * scale)
      #expect(canvas.alphas.contains { $0 > 0 }, "\(width)x\(height)")
    }
  }
}

@Test(
  arguments: [WaveformStyle.mirroredBars, .line, .dots],
  [ThumbnailSize(width: 16_384, height: 8), ThumbnailSize(width: 24, height: 16_384)]
)
func `the largest pictures are drawn to their ends`(
  style: WaveformStyle,
  size: ThumbnailSize
) throws {
  let look = ThumbnailLook(width: size.width, height: size.height)
  let levels = [Float](repeating: 1, count: style.barCount(for: look))
  let canvas = try draw(ThumbnailSubject(levels: levels), style, look: look)
  let lastColumn = (0..<size.width).last { !canvas.inkedRows(ofColumn: $0).isEmpty }
  // The last dot ends before the space behind it.
  #expect(try #require(lastColumn) >= size.width - 8)
  #expect(!canvas.inkedColumns(ofRow: 0).isEmpty)
  #expect(!canvas.inkedColumns(ofRow: size.height - 1).isEmpty)
}

@Test func `a picture one point high is full`() throws {
  var look = ThumbnailLook(width: 10, height: 1)
  look.geometry.spacing = 0
  look.geometry.cornerRadius = 0
  let canvas = try drawSong(.mirroredBars, look: look)
  #expect(canvas.alphas.allSatisfy { $0 == 255 })
}

@Test(arguments: [
  (side: 64, barWidth: 1),
  (side: 64, barWidth: 30),
  (side: 9, barWidth: 4),
  (side: 200, barWidth: 500),
])
func `no ink of a circle is lost at the edge`(side: Int, barWidth: Double) throws {
  var look = ThumbnailLook(width: side, height: side)
  look.geometry.barWidth = barWidth
  look.bars = 8
  let loud = ThumbnailSubject(levels: [Float](repeating: 1, count: 8))
  let canvas = try draw(loud, .circular, look: look)
  #expect(canvas.alpha(x: 0, y: 0) == 0)
  // A round cap only touches the edge, far from full coverage; that of a wide bar is nearly flat.
  let isWide = barWidth > 20
  if !isWide {
    let firstRow = (0..<side).map { canvas.alpha(x: $0, y: 0) }
    #expect(firstRow.allSatisfy { $0 < 255 })
  }
}

/// Returns why a picture is not drawn.
private func failure(_ size: ThumbnailSize, scale: Int = 1) -> ThumbnailError? {
  do throws(ThumbnailError) {
    try ThumbnailDrawing.check(size, scale: scale)
    return nil
  } catch {
    return error
  }
}

@Test func `sizes and scales out of range are rejected`() {
  let empty = ThumbnailSize(width: 0, height: 5)
  #expect(failure(empty) == .sizeOutOfRange(empty))
  let tooWide = ThumbnailSize(width: 16_385, height: 5)
  #expect(failure(tooWide) == .sizeOutOfRange(tooWide))
  let small = ThumbnailSize(width: 10, height: 10)
  #expect(failure(small, scale: 4) == .scaleOutOfRange(4))
}

@Test func `more pixels than allowed are rejected, at the scale of the picture`() {
  // 64 million pixels are the most.
  let largest = ThumbnailSize(width: 8000, height: 8000)
  #expect(failure(largest) == nil)

  let maximum = ThumbnailDrawing.maximumPixels
  let wide = ThumbnailSize(width: 16_384, height: 16_384)
  #expect(failure(wide) == .tooManyPixels(width: 16_384, height: 16_384, maximum: maximum))
  // 100 million at scale 2.
  let doubled = ThumbnailSize(width: 5000, height: 5000)
  #expect(failure(doubled) == nil)
  #expect(failure(doubled, scale: 2) != nil)
}

// Values that a program may set; those of options are checked before. Drawing must end, whatever it
// shows.
@Test(arguments: WaveformStyle.allCases)
func `extreme geometry is drawn`(style: WaveformStyle) throws {
  let levels: [Float] = [0, 1, .nan, .infinity, -1, 1e30, 0.5]
  let subject = ThumbnailSubject(levels: levels, seconds: .nan)
  for extreme in [0, -4, .nan, .infinity, 1e300, 0.001] {
    var look = ThumbnailLook(width: 60, height: 40)
    look.geometry.spacing = extreme
    look.geometry.cornerRadius = extreme
    look.geometry.barWidth = extreme
    look.geometry.dotSize = extreme
    look.geometry.innerRadius = extreme
    look.geometry.thickness = extreme
    look.playhead = extreme
    look.bars = levels.count
    let canvas = try draw(subject, style, look: look, scale: 2)
    #expect(canvas.width == 120)
  }
}

@Test(arguments: WaveformStyle.allCases, [-5, 0, 1, 1_000_000, .max])
func `any number of bars is drawn`(style: WaveformStyle, count: Int) throws {
  var look = ThumbnailLook(width: 30, height: 20)
  look.bars = count
  let canvas = try drawSong(style, look: look)
  #expect(canvas.width == 30)
}

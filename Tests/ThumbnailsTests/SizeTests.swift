import Raster
import Testing
import Thumbnails
import Waveform

@Test(arguments: WaveformStyle.allCases)
func `pictures of any size have ink`(style: WaveformStyle) throws {
  let sides = [1, 2, 3, 17, 60]
  for width in sides + [700] {
    for height in sides {
      for scale in 1...3 {
        var look = ThumbnailLook()
        look.size = ThumbnailSize(width: width, height: height)
        look.playhead = 0.43
        let canvas = try draw(style, look: look, scale: scale)
        #expect(canvas.width == width * scale)
        #expect(canvas.height == height * scale)
        #expect(canvas.pixels.contains { $0 >> 24 > 0 }, "\(width)x\(height)")
      }
    }
  }
}

@Test(arguments: [WaveformStyle.mirroredBars, .line, .dots])
func `the largest pictures are drawn to their ends`(style: WaveformStyle) throws {
  for (width, height) in [(16_384, 8), (24, 16_384)] {
    var look = ThumbnailLook()
    look.size = ThumbnailSize(width: width, height: height)
    let count = style.barCount(for: look)
    let subject = ThumbnailSubject(
      summary: WaveformSummary(amplitudes: [Float](repeating: 1, count: count), duration: 1)
    )
    let canvas = try ThumbnailDrawing.draw(subject, style: style, look: look).canvas
    let last = (0..<width).last { column in
      (0..<height).contains { canvas.alpha(column, $0) > 0 }
    }
    #expect(try #require(last) >= width - 8)
    #expect((0..<width).contains { canvas.alpha($0, 0) > 0 })
    #expect((0..<width).contains { canvas.alpha($0, height - 1) > 0 })
  }
}

@Test func `a picture one point high is full`() throws {
  var look = ThumbnailLook()
  look.size = ThumbnailSize(width: 10, height: 1)
  look.spacing = 0
  look.cornerRadius = 0
  let canvas = try draw(.mirroredBars, look: look)
  #expect(canvas.pixels.allSatisfy { $0 >> 24 == 255 })
}

@Test func `no ink of a circle is lost at the edge`() throws {
  for (width, barWidth) in [
    (64, 1.0),
    (64, 30),
    (9, 4),
    (200, 500),
  ] {
    var look = ThumbnailLook()
    look.size = ThumbnailSize(width: width, height: width)
    look.barWidth = barWidth
    look.bars = 8
    let loud = ThumbnailSubject(
      summary: WaveformSummary(amplitudes: [Float](repeating: 1, count: 8), duration: 1)
    )
    let tight = try ThumbnailDrawing.draw(loud, style: .circular, look: look).canvas
    // A round cap only touches the edge, far from full coverage.
    // A bar wider than 20 fills the edge of its circle.
    #expect((0..<width).allSatisfy { tight.alpha($0, 0) < 255 || barWidth > 20 })
    #expect(tight.alpha(0, 0) == 0)
  }
}

@Test func `sizes and scales out of range are rejected`() {
  func failure(width: Int, height: Int, scale: Int) -> ThumbnailError? {
    do throws(ThumbnailError) {
      try ThumbnailDrawing.check(ThumbnailSize(width: width, height: height), scale: scale)
      return nil
    } catch {
      return error
    }
  }
  // 64 million pixels are the most; 100 million at scale 2 are beyond that.
  #expect(failure(width: 8000, height: 8000, scale: 1) == nil)

  let empty = ThumbnailSize(width: 0, height: 5)
  #expect(failure(width: 0, height: 5, scale: 1) == .sizeOutOfRange(empty))
  let tooWide = ThumbnailSize(width: 16_385, height: 5)
  #expect(failure(width: 16_385, height: 5, scale: 1) == .sizeOutOfRange(tooWide))
  #expect(failure(width: 10, height: 10, scale: 4) == .scaleOutOfRange(4))
  #expect(
    failure(width: 16_384, height: 16_384, scale: 1)
      == .tooManyPixels(width: 16_384, height: 16_384, maximum: ThumbnailDrawing.maximumPixels)
  )
  #expect(failure(width: 5000, height: 5000, scale: 2) != nil)
}

@Test(arguments: WaveformStyle.allCases)
func `extreme geometry is drawn`(style: WaveformStyle) throws {
  // Values that a program may set; those of options are checked before. Drawing must end, whatever it
  // shows.
  for strange in [0, -4, .nan, .infinity, 1e300, 0.001] {
    var look = ThumbnailLook()
    look.size = ThumbnailSize(width: 60, height: 40)
    look.spacing = strange
    look.cornerRadius = strange
    look.barWidth = strange
    look.dotSize = strange
    look.innerRadius = strange
    look.thickness = strange
    look.playhead = strange
    look.bars = 7
    let heights: [Float] = [0, 1, .nan, .infinity, -1, 1e30, 0.5]
    let subject = ThumbnailSubject(summary: WaveformSummary(amplitudes: heights, duration: .nan))
    _ = try ThumbnailDrawing.draw(subject, style: style, look: look, scale: 2)
  }
  for count in [-5, 0, 1, 1_000_000, .max] {
    var look = ThumbnailLook()
    look.bars = count
    look.size = ThumbnailSize(width: 30, height: 20)
    _ = try draw(style, look: look)
  }
}

import Codecs
import Testing

struct PNGAnimationTests {
  /// Plays an APNG as a viewer does and returns each frame's canvas and delay.
  private func played(_ file: [UInt8]) throws -> [(canvas: PNGCanvas, delay: [UInt8])] {
    let chunks = try chunks(of: file)
    let header = try #require(chunks.first).content
    let shared = chunks.filter { ["PLTE", "tRNS", "sRGB"].contains($0.name) }
    var canvas: PNGCanvas?
    return try frames(in: chunks).map { control, data in
      // Each frame as a PNG of its own: the shared header with the size of the frame, which is in
      // bytes 4 to 11 of its control chunk.
      var picture = PNGFile()
      picture.append("IHDR", content: control[4..<12] + header[8...])
      for chunk in shared {
        picture.append(chunk.name, content: chunk.content)
      }
      picture.append("IDAT", content: data)
      picture.append("IEND", content: [])
      let patch = try PNGCanvas.decoded(picture.bytes)
      let x = Self.number(control[12..<16])
      let y = Self.number(control[16..<20])
      // A frame is left as it is when the next is drawn. Byte 25 says whether it replaces or covers.
      #expect(control[24] == 0)
      canvas = canvas?.covered(by: patch, x: x, y: y, over: control[25] == 1) ?? patch
      return (try #require(canvas), Array(control[20..<24]))
    }
  }

  private typealias Chunk = (name: String, content: [UInt8])

  private func chunks(of file: [UInt8]) throws -> [Chunk] {
    try #require(PNGChunks(file)).map { chunk in
      (String(decoding: chunk.name, as: UTF8.self), Array(file[chunk.content]))
    }
  }

  /// Returns each frame's control chunk and its data, whose sequence numbers have to be consecutive.
  private func frames(in chunks: [Chunk]) -> [(control: [UInt8], data: [UInt8])] {
    var frames: [(control: [UInt8], data: [UInt8])] = []
    var sequence = 0
    for (name, content) in chunks {
      if name == "fcTL" || name == "fdAT" {
        #expect(Self.number(content[..<4]) == sequence)
        sequence += 1
      }
      switch name {
      case "fcTL": frames.append((content, []))
      case "IDAT": frames[frames.count - 1].data += content
      case "fdAT": frames[frames.count - 1].data += content[4...]
      default: break
      }
    }
    return frames
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }

  private func animation(_ frames: [PNGCanvas], scale: Int = 1) throws(PNGFailure) -> [UInt8] {
    var survey = try AnimationSurvey(width: frames[0].width, height: frames[0].height)
    for frame in frames {
      try unsafe survey.add(premultiplied: frame.pixels.span.bytes)
    }
    var animation = AnimatedPNG(
      survey,
      pixelsPerPoint: scale,
      framesPerSecond: 25,
      text: [("Software", "wavethumb")]
    )
    for frame in frames {
      try unsafe animation.add(premultiplied: frame.pixels.span.bytes)
    }
    return try animation.encoded()
  }

  /// Returns frames of a playhead that moves over alpha gradients.
  private func progress(_ count: Int, colors: Int) -> [PNGCanvas] {
    (0..<count).map { step in
      PNGCanvas(width: 60, height: 20) { x, y in
        let alpha = y < 3 ? 0 : min(255, (x * 7 + y) % 16 * 17)
        return x < step * 9
          ? (30, 144, 255, alpha) : (y * colors % 256, 99, x * colors % 256, alpha)
      }
    }
  }

  @Test(arguments: [0, 13])
  func `each frame of an animation equals the drawing`(colors: Int) throws {
    let frames = progress(6, colors: colors)
    let file = try animation(frames)
    #expect(PNGFacts(file).colorType == (colors == 0 ? 3 : 6))

    let played = try played(file)
    #expect(played.map(\.canvas.pixels) == frames.map(\.pixels))
    // One 25th of a second.
    #expect(played.allSatisfy { $0.delay == [0, 1, 0, 25] })

    // Six frames, repeated without end. A viewer without animation shows the first.
    let facts = PNGFacts(file)
    #expect(facts.content("acTL") == [0, 0, 0, 6, 0, 0, 0, 0])
    #expect(try PNGCanvas.decoded(file).pixels == frames[0].pixels)
    #expect(PNGChunks.software(ofFirstBytes: file) == "wavethumb")
  }

  @Test func `frames of noise and of repetitions equal the drawing`() throws {
    var numbers = SeededNumbers(seed: 9)
    // Palettes of 8, 4 and 2 bits and of 1 bit, and rows as long and columns as high as they get.
    for (width, height, colors) in [
      (700, 90, 200),
      (333, 200, 16),
      (5, 9000, 3),
      (40_000, 3, 2),
    ] {
      let frames = (0..<3).map { _ in
        var run = 0
        var value = 0
        return PNGCanvas(width: width, height: height) { _, _ in
          if run == 0 {
            run = 1 + numbers.next(below: 30)
            value = numbers.next(below: colors)
          }
          run -= 1
          return (9, value, 0, 255 - value)
        }
      }
      #expect(try played(animation(frames)).map(\.canvas.pixels) == frames.map(\.pixels))
    }
  }

  @Test func `frames contain only changed rectangles`() throws {
    let still = PNGCanvas(width: 300, height: 200) { x, y in (x * y % 200, 7, 9, 255) }
    var changed = still
    let pixel = 100 * 300 + 50
    changed.pixels[pixel * 4] ^= 0xFF
    let file = try animation([still, changed, still])
    // A frame of one pixel takes 54 bytes of chunks, and a few of data.
    #expect(try animation([still]).count + 300 > file.count)
    #expect(try played(file).map(\.canvas.pixels) == [still, changed, still].map(\.pixels))
  }

  @Test func `distant opaque changes use overlays`() throws {
    let ground = PNGCanvas(width: 200, height: 100) { x, y in (x * 31 % 97, y * 17 % 89, 5, 255) }
    let frames = (0..<4).map { step in
      PNGCanvas(width: 200, height: 100) { x, y in
        (x == step || x == 199 - step) && y % 9 == 0
          ? (255, 255, 255, 255) : (x * 31 % 5, y * 17 % 7, 5, 255)
      }
    }

    let file = try animation(frames)
    #expect(PNGFacts(file).content("fcTL").last == 1)
    #expect(try played(file).map(\.canvas.pixels) == frames.map(\.pixels))

    let colorful = [ground, frames[0], ground]
    #expect(try played(try animation(colorful)).map(\.canvas.pixels) == colorful.map(\.pixels))
  }

  @Test func `a frame equal to the one before prolongs it`() throws {
    let frames = progress(3, colors: 0)
    let shown = [0, 0, 1, 2, 2, 2].map { frames[$0] }
    let delays = try played(animation(shown)).map(\.delay)
    // Two 25ths of a second, one and three.
    #expect(delays == [[0, 2, 0, 25], [0, 1, 0, 25], [0, 3, 0, 25]])
  }

  @Test func `an animation without changes is a plain PNG`() throws {
    let frame = progress(1, colors: 0)[0]
    let still = try frame.encoded(pixelsPerPoint: 2, text: [("Software", "wavethumb")])
    #expect(try animation([frame, frame, frame], scale: 2) == still)
  }

  @Test func `animated greys stay grey, and single pixels move`() throws {
    let frames = (0..<5).map { step in
      PNGCanvas(width: 64, height: 64) { x, y in
        x == step * 3 && y == step * 5 ? (255, 255, 255, 255) : (x * 4, x * 4, x * 4, 255)
      }
    }
    let file = try animation(frames)
    #expect(PNGFacts(file).colorType == 0)
    #expect(try played(file).map(\.canvas.pixels) == frames.map(\.pixels))
  }

  @Test func `animation frames of another size are rejected`() throws {
    let survey = try AnimationSurvey(width: 4, height: 4)
    var animation = AnimatedPNG(survey, pixelsPerPoint: 1, framesPerSecond: 0, text: [])
    let pixel: [UInt8] = [0, 0, 0, 0]
    #expect(throws: PNGFailure.wrongSize(width: 4, height: 4, bytes: 4)) {
      try unsafe animation.add(premultiplied: pixel.span.bytes)
    }
    #expect(try animation.encoded() == [])
    for (width, height) in [(0, 4), (.max, 4)] {
      #expect(throws: PNGFailure.self) { _ = try AnimationSurvey(width: width, height: height) }
    }
  }
}

/// A PNG built chunk by chunk, with CRCs computed bit by bit.
private struct PNGFile {
  var bytes = PNGChunks.signature

  mutating func append(_ name: String, content: some Collection<UInt8>) {
    let checked = Array(name.utf8) + content
    // Not by zlib, which wrote the file that is checked.
    var checksum = ~UInt32(0)
    for byte in checked {
      checksum ^= UInt32(byte)
      for _ in 0..<8 {
        checksum = checksum & 1 == 1 ? checksum >> 1 ^ 0xEDB8_8320 : checksum >> 1
      }
    }
    bytes += bigEndian(UInt32(content.count))
    bytes += checked
    bytes += bigEndian(~checksum)
  }

  private func bigEndian(_ number: UInt32) -> [UInt8] {
    (0..<4).map { (index: UInt32) in UInt8(truncatingIfNeeded: number >> (24 - index * 8)) }
  }
}

extension PNGCanvas {
  /// Returns the canvas with a patch that replaces its area, or is blended over it.
  fileprivate func covered(by patch: PNGCanvas, x: Int, y: Int, over: Bool) -> PNGCanvas {
    var result = self
    for row in 0..<patch.height {
      for column in 0..<patch.width {
        let from = (row * patch.width + column) * 4
        if over, patch.pixels[from + 3] == 0 { continue }
        let to = ((row + y) * width + column + x) * 4
        result.pixels.replaceSubrange(to..<to + 4, with: patch.pixels[from..<from + 4])
      }
    }
    return result
  }
}

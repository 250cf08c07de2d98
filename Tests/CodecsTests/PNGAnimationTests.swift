import Codecs
import Testing

struct PNGAnimationTests {
  private func animation(_ frames: [PNGCanvas], scale: Int = 1) throws(PNGFailure) -> [UInt8] {
    var survey = try AnimationSurvey(width: frames[0].width, height: frames[0].height)
    for frame in frames {
      try unsafe survey.add(premultiplied: frame.pixels.span.bytes)
    }
    var animation = AnimatedPNG(
      survey,
      pixelsPerPoint: scale,
      framesPerSecond: 25,
      text: [(key: "Software", value: "wavethumb")]
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
        let isPlayed = x < step * 9
        if isPlayed { return PNGColor(red: 30, green: 144, blue: 255, alpha: alpha) }
        let red = y * colors % 256
        let blue = x * colors % 256
        return PNGColor(red: red, green: 99, blue: blue, alpha: alpha)
      }
    }
  }

  /// Expects an animation to show these canvases.
  private func expect(
    _ file: [UInt8],
    toShow canvases: [PNGCanvas],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let played = try AnimationPlayer.frames(of: file)
    let isSame = played.map(\.canvas.pixels) == canvases.map(\.pixels)
    #expect(isSame, sourceLocation: sourceLocation)
  }

  // Few colors fit a palette.
  @Test(arguments: [
    (colors: 0, colorType: PNGColorType.palette),
    (colors: 13, colorType: PNGColorType.trueColorWithAlpha),
  ])
  func `each frame of an animation equals the drawing`(colors: Int, colorType: Int) throws {
    let frames = progress(6, colors: colors)
    let file = try animation(frames)
    #expect(PNGFacts(file).colorType == colorType)
    try expect(file, toShow: frames)
    for frame in try AnimationPlayer.frames(of: file) {
      #expect(frame.delay == Delay(numerator: 1, denominator: 25))
    }
  }

  @Test func `an animation repeats without end, and names its generator`() throws {
    let file = try animation(progress(6, colors: 0))
    let frameCount = bigEndian(6)
    let endless = bigEndian(0)
    #expect(PNGFacts(file).content("acTL") == frameCount + endless)
    #expect(PNGChunks.software(ofFirstBytes: file) == "wavethumb")
  }

  @Test func `a viewer without animation shows the first frame`() throws {
    let frames = progress(6, colors: 0)
    let still = try PNGCanvas.decoded(animation(frames))
    #expect(still.pixels == frames[0].pixels)
  }

  struct NoiseCase {
    var width: Int
    var height: Int
    var colors: Int
  }

  // Palettes of 8, 4 and 2 bits and of 1 bit, and rows as long and columns as high as they get.
  @Test(arguments: [
    NoiseCase(width: 700, height: 90, colors: 200),
    NoiseCase(width: 333, height: 200, colors: 16),
    NoiseCase(width: 5, height: 9000, colors: 3),
    NoiseCase(width: 40_000, height: 3, colors: 2),
  ])
  func `frames of noise and of repetitions equal the drawing`(noise: NoiseCase) throws {
    var random = SeededNumbers(seed: 9)
    let frames = (0..<3).map { _ in
      var pixelsLeft = 0
      var value = 0
      return PNGCanvas(width: noise.width, height: noise.height) { _, _ in
        if pixelsLeft == 0 {
          pixelsLeft = 1 + random.next(below: 30)
          value = random.next(below: noise.colors)
        }
        pixelsLeft -= 1
        return PNGColor(red: 9, green: value, blue: 0, alpha: 255 - value)
      }
    }
    try expect(try animation(frames), toShow: frames)
  }

  @Test func `frames contain only changed rectangles`() throws {
    let still = PNGCanvas(width: 300, height: 200) { x, y in
      PNGColor(red: x * y % 200, green: 7, blue: 9)
    }
    var changed = still
    let pixel = 100 * 300 + 50
    changed.pixels[pixel * 4] ^= 0xFF
    let file = try animation([still, changed, still])
    // A frame of one pixel takes 54 bytes of chunks, and a few of data.
    let stillFile = try animation([still])
    #expect(file.count < stillFile.count + 300)
    try expect(file, toShow: [still, changed, still])
  }

  @Test func `an animation of more colors than a palette has equals the drawing`() throws {
    let ground = PNGCanvas(width: 200, height: 100) { x, y in
      PNGColor(red: x * 31 % 97, green: y * 17 % 89, blue: 5)
    }
    let other = PNGCanvas(width: 200, height: 100) { x, y in
      PNGColor(red: x * 31 % 5, green: y * 17 % 7, blue: 5)
    }
    let frames = [ground, other, ground]
    try expect(try animation(frames), toShow: frames)
  }

  @Test func `a frame equal to the one before prolongs it`() throws {
    let frames = progress(3, colors: 0)
    let shown = [0, 0, 1, 2, 2, 2].map { frames[$0] }
    let played = try AnimationPlayer.frames(of: animation(shown))
    #expect(
      played.map(\.delay) == [
        Delay(numerator: 2, denominator: 25),
        Delay(numerator: 1, denominator: 25),
        Delay(numerator: 3, denominator: 25),
      ]
    )
  }

  @Test func `an animation without changes is a plain PNG`() throws {
    let frame = progress(1, colors: 0)[0]
    let still = try frame.encoded(
      pixelsPerPoint: 2,
      text: [(key: "Software", value: "wavethumb")]
    )
    #expect(try animation([frame, frame, frame], scale: 2) == still)
  }

  @Test func `single pixels move`() throws {
    let frames = (0..<5).map { step in
      PNGCanvas(width: 64, height: 64) { x, y in
        if x == step * 3, y == step * 5 { return .white }
        return .grey(x * 4)
      }
    }
    let file = try animation(frames)
    try expect(file, toShow: frames)
  }

  @Test func `animation frames of another size are rejected`() throws {
    let survey = try AnimationSurvey(width: 4, height: 4)
    var animation = AnimatedPNG(survey, pixelsPerPoint: 1, framesPerSecond: 0, text: [])
    let pixel = zeros(4)
    #expect(throws: PNGFailure.wrongSize(width: 4, height: 4, bytes: 4)) {
      try unsafe animation.add(premultiplied: pixel.span.bytes)
    }
    #expect(try animation.encoded() == [])
  }

  @Test(arguments: [0, .max])
  func `an animation of an impossible width is rejected`(width: Int) {
    #expect(throws: PNGFailure.self) {
      _ = try AnimationSurvey(width: width, height: 4)
    }
  }
}

/// How long a frame is shown, as a fraction of a second.
private struct Delay: Equatable {
  var numerator: Int
  var denominator: Int
}

/// The fields of a chunk `fcTL` that are used.
private struct FrameControl {
  /// Width and height, as they are in IHDR.
  let size: [UInt8]
  let x: Int
  let y: Int
  let delay: Delay

  init(_ content: [UInt8]) throws {
    try #require(content.count == 26)
    func number(_ range: Range<Int>) -> Int {
      content[range].reduce(0) { number, byte in number << 8 | Int(byte) }
    }
    // The sequence number comes first.
    size = Array(content[4..<12])
    x = number(12..<16)
    y = number(16..<20)
    delay = Delay(numerator: number(20..<22), denominator: number(22..<24))
    // A frame replaces its area, and is left as it is when the next is drawn.
    let disposal = content[24]
    let blending = content[25]
    #expect(disposal == 0)
    #expect(blending == 0)
  }
}

/// Plays an APNG as a viewer does.
private enum AnimationPlayer {
  typealias Chunk = (name: String, content: [UInt8])

  /// Returns each frame's canvas and delay.
  static func frames(of file: [UInt8]) throws -> [(canvas: PNGCanvas, delay: Delay)] {
    let chunks = try #require(PNGChunks(file)).map { chunk -> Chunk in
      let name = String(decoding: chunk.name, as: UTF8.self)
      return (name: name, content: Array(file[chunk.content]))
    }
    let header = try #require(chunks.first).content
    let shared = chunks.filter { ["PLTE", "tRNS", "sRGB"].contains($0.name) }
    var canvas: PNGCanvas?
    return try encodedFrames(in: chunks).map { control, data in
      // Each frame as a PNG of its own: the shared header with the size of the frame.
      var picture = PNGFile()
      picture.append("IHDR", content: control.size + header[8...])
      for chunk in shared {
        picture.append(chunk.name, content: chunk.content)
      }
      picture.append("IDAT", content: data)
      picture.append("IEND", content: [])

      let patch = try PNGCanvas.decoded(picture.bytes)
      let next = canvas?.covered(by: patch, as: control) ?? patch
      canvas = next
      return (canvas: next, delay: control.delay)
    }
  }

  /// Returns each frame's control chunk and its data, whose sequence numbers have to be consecutive.
  private static func encodedFrames(
    in chunks: [Chunk]
  ) throws -> [(control: FrameControl, data: [UInt8])] {
    var frames: [(control: FrameControl, data: [UInt8])] = []
    var sequence = 0
    for (name, content) in chunks {
      if name == "fcTL" || name == "fdAT" {
        #expect(content.prefix(4) == bigEndian(sequence)[...])
        sequence += 1
      }
      switch name {
      case "fcTL": frames.append((control: try FrameControl(content), data: []))
      case "IDAT": frames[frames.count - 1].data += content
      case "fdAT": frames[frames.count - 1].data += content[4...]
      default: break
      }
    }
    return frames
  }
}

/// A PNG built chunk by chunk, with CRCs computed bit by bit.
private struct PNGFile {
  var bytes = PNGChunks.signature

  mutating func append(_ name: String, content: some Collection<UInt8>) {
    let checked = Array(name.utf8) + content
    bytes += bigEndian(content.count)
    bytes += checked
    bytes += bigEndian(Int(Self.checksum(of: checked)))
  }

  // Not by zlib, which wrote the file that is checked.
  private static func checksum(of bytes: [UInt8]) -> UInt32 {
    let polynomial: UInt32 = 0xEDB8_8320
    var checksum = ~UInt32(0)
    for byte in bytes {
      checksum ^= UInt32(byte)
      for _ in 0..<8 {
        let isOdd = checksum & 1 == 1
        checksum >>= 1
        if isOdd {
          checksum ^= polynomial
        }
      }
    }
    return ~checksum
  }
}

extension PNGCanvas {
  /// Returns the canvas with a patch that replaces its area.
  fileprivate func covered(by patch: PNGCanvas, as control: FrameControl) -> PNGCanvas {
    var result = self
    for row in 0..<patch.height {
      for column in 0..<patch.width {
        let source = (row * patch.width + column) * 4
        let pixel = patch.pixels[source..<source + 4]
        let target = ((row + control.y) * width + column + control.x) * 4
        result.pixels.replaceSubrange(target..<target + 4, with: pixel)
      }
    }
    return result
  }
}

import Glibc
import Testing

@testable import Raster

/// Mutates the fonts in `WAVETHUMB_FONTS` (separated by colons), or else the installed fonts of
/// Debian's packages fonts-dejavu, fonts-wqy-zenhei, fonts-ipafont and fonts-noto-cjk.
///
/// `WAVETHUMB_FONT_MUTATIONS` is the total number of mutations.
@Test(arguments: FontMutations.fonts)
func `a damaged font neither crashes nor hangs`(path: String) throws {
  var bytes = try FontMutations.read(path)
  // Other mutations in each run: a fault that is rare is found by many of them.
  var random = SystemRandomNumberGenerator()
  let count = max(1, FontMutations.count / FontMutations.fonts.count)
  var longest = 0.0
  for _ in 0..<count {
    let offsets = FontMutations.offsets(in: bytes, using: &random)
    let before = offsets.map { bytes[$0] }
    for offset in offsets {
      bytes[offset] = Bool.random(using: &random) ? .random(in: 0...255, using: &random) : 0xFF
    }
    longest = max(longest, processorSeconds { FontMutations.use(bytes, using: &random) })

    // Backwards, since an offset may occur twice. A font of 20 MB is not copied for each mutation.
    for (offset, byte) in zip(offsets, before).reversed() {
      bytes[offset] = byte
    }
  }
  #expect(longest < 5)
}

private enum FontMutations {
  static let count = variable("WAVETHUMB_FONT_MUTATIONS").flatMap { Int($0) } ?? 60

  static let fonts = (variable("WAVETHUMB_FONTS")?.split(separator: ":").map(String.init) ?? some)
    .filter { (path: String) -> Bool in unsafe access(path, R_OK) == 0 }

  private static let some = [
    "truetype/dejavu/DejaVuSans.ttf", "truetype/dejavu/DejaVuSerif-Italic.ttf",
    "truetype/wqy/wqy-zenhei.ttc", "opentype/ipafont-mincho/ipamp.ttf",
    "opentype/ipafont-gothic/ipagp.ttf", "opentype/urw-base35/NimbusRoman-Regular.otf",
    "opentype/noto/NotoSansCJK-Regular.ttc",
  ].map { (name: String) -> String in "/usr/share/fonts/\(name)" }

  private static func variable(_ name: String) -> String? {
    guard let text = unsafe getenv(name) else { return nil }
    return unsafe String(cString: text)
  }

  static func read(_ path: String) throws -> [UInt8] {
    guard let file = unsafe fopen(path, "rb") else { throw SkippedFont() }
    defer { _ = unsafe fclose(file) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe fread(&block, 1, block.count, file)
      guard count > 0 else { return bytes }
      bytes += block[..<count]
    }
  }

  /// Returns up to eight offsets: in the directory, near the start of a table, or anywhere in one.
  static func offsets(in bytes: [UInt8], using random: inout SystemRandomNumberGenerator) -> [Int] {
    let file = FontBytes(bytes)
    let directory = file.tag(0) == "ttcf" ? file.u32(12) ?? 0 : 0
    let tables = file.u16(directory + 4) ?? 0
    return (0..<Int.random(in: 1...8, using: &random)).map { _ in
      let entry = directory + 12 + 16 * Int.random(in: 0..<max(1, tables), using: &random)
      guard let table = file.u32(entry + 8), let length = file.u32(entry + 12), length > 0,
        table + length <= bytes.count
      else { return Int.random(in: 0..<bytes.count, using: &random) }
      switch Int.random(in: 0..<8, using: &random) {
      case 0: return Int.random(in: 0..<directory + 12 + 16 * tables, using: &random)
      case 1...4: return table + Int.random(in: 0..<min(length, 64), using: &random)
      default: return table + Int.random(in: 0..<length, using: &random)
      }
    }
  }

  static func use(_ bytes: [UInt8], using random: inout SystemRandomNumberGenerator) {
    do {
      let font = try OutlineFont(bytes)
      let face = Typeface(font: font)
      let some = (0..<8).compactMap { _ in
        Unicode.Scalar(UInt32.random(in: 0x20...0x9FFF, using: &random))
      }
      let text = "AVA fi ÅÉ 石日が" + String(String.UnicodeScalarView(some))
      var canvas = Canvas(width: 200, height: 20)
      let line = Lettering(text, size: 10, fitting: 190, in: face)
      for letter in line?.outlines(at: Point(x: 2, y: 15)) ?? [] {
        canvas.fill(letter, with: .color(black))
      }
      for _ in 0..<20 {
        let glyph = Int.random(in: 0...70_000, using: &random)
        _ = font.glyph(glyph)
        _ = font.kern(glyph, Int.random(in: 0...70_000, using: &random))
      }
    } catch {
      // Rejecting a font is allowed.
    }
  }
}

private struct SkippedFont: Error {}

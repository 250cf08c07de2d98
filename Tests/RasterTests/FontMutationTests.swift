import Glibc
import Testing

@testable import Raster

/// Mutates the fonts in `WAVETHUMB_FONTS` (separated by colons), or else the installed fonts of
/// Debian's packages fonts-dejavu, fonts-wqy-zenhei, fonts-ipafont and fonts-noto-cjk.
///
/// `WAVETHUMB_FONT_MUTATIONS` is the total number of mutations. Mutations depend only on the seed,
/// `WAVETHUMB_FONT_SEED`, and on the font, so that a crash happens again; `scripts/fuzz` passes its
/// own seed.
@Test(arguments: FontMutations.fonts)
func `a damaged font neither crashes nor hangs`(path: String) throws {
  let seed = FontMutations.seed
  var random = SeededNumbers(seed: seed)
  var mutations = FontMutations(bytes: try FontMutations.read(path))
  let count = max(1, FontMutations.count / FontMutations.fonts.count)
  for number in 0..<count {
    let damage = mutations.damage(using: &random)
    let font = mutations.bytes
    let seconds = processorSeconds {
      FontMutations.use(font, using: &random)
    }
    mutations.repair(damage)
    // Long enough for any line of text, and short for a hang.
    #expect(seconds < 5, "mutation \(number) with WAVETHUMB_FONT_SEED=\(seed)")
  }
}

/// A font that is damaged and repaired again.
// A font of 20 MB is not copied for each mutation.
private struct FontMutations {
  private(set) var bytes: [UInt8]

  /// The former value of a byte.
  struct Damage {
    let offset: Int
    let original: UInt8
  }

  /// Changes up to eight bytes.
  mutating func damage(using random: inout SeededNumbers) -> [Damage] {
    let count = Int.random(in: 1...8, using: &random)
    // Before anything is damaged, since the tables are found by their directory.
    let offsets = (0..<count).map { _ in randomOffset(using: &random) }
    return offsets.map { offset in
      let damage = Damage(offset: offset, original: bytes[offset])
      // Every second byte becomes the largest, as which a count or an offset is far too large.
      let isLargest = Bool.random(using: &random)
      bytes[offset] = isLargest ? .max : .random(in: 0...255, using: &random)
      return damage
    }
  }

  mutating func repair(_ damages: [Damage]) {
    // Backwards, since a byte may have been changed twice.
    for damage in damages.reversed() {
      bytes[damage.offset] = damage.original
    }
  }

  /// Returns an offset in the directory, near the start of a table, or anywhere in one.
  private func randomOffset(using random: inout SeededNumbers) -> Int {
    let file = FontBytes(bytes)
    // A collection begins with the offsets of the directories of its fonts.
    let isCollection = file.tag(0) == "ttcf"
    let directory = isCollection ? file.u32(12) ?? 0 : 0
    let tableCount = file.u16(directory + 4) ?? 0
    let entries = directory + 12
    let entrySize = 16
    let entry = entries + entrySize * Int.random(in: 0..<max(1, tableCount), using: &random)
    guard let table = file.u32(entry + 8),
      let length = file.u32(entry + 12),
      length > 0,
      table + length <= bytes.count
    else { return Int.random(in: 0..<bytes.count, using: &random) }

    // Heads of tables have the counts and offsets on which all else depends: half of the mutations.
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return Int.random(in: 0..<entries + entrySize * tableCount, using: &random)
    case 1...4: return table + Int.random(in: 0..<min(length, 64), using: &random)
    default: return table + Int.random(in: 0..<length, using: &random)
    }
  }

  /// Lays out and draws a line of text, and asks for some glyphs.
  static func use(_ bytes: [UInt8], using random: inout SeededNumbers) {
    // Rejecting a font is allowed.
    guard let font = try? OutlineFont(bytes) else { return }
    let face = Typeface(font: font)
    let line = Lettering(randomText(using: &random), size: 10, fitting: 190, in: face)
    var canvas = Canvas(width: 200, height: 20)
    for letter in line?.outlines(at: Point(x: 2, y: 15)) ?? [] {
      canvas.fill(letter, with: .color(black))
    }

    // Beyond 65,535, the largest number of glyphs, too.
    let indices = 0...70_000
    for _ in 0..<20 {
      let glyph = Int.random(in: indices, using: &random)
      let next = Int.random(in: indices, using: &random)
      _ = font.glyph(glyph)
      _ = font.kern(glyph, next)
    }
  }

  /// Returns letters with kerning, a ligature, composed letters, Chinese ones, and some at random.
  private static func randomText(using random: inout SeededNumbers) -> String {
    var text = "AVA fi ÅÉ 石日が"
    for _ in 0..<8 {
      let value = UInt32.random(in: 0x20...0x9FFF, using: &random)
      if let scalar = Unicode.Scalar(value) {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension FontMutations {
  static let count = variable("WAVETHUMB_FONT_MUTATIONS").flatMap { Int($0) } ?? 60

  static let seed = variable("WAVETHUMB_FONT_SEED").flatMap { UInt64($0) } ?? 1

  static let fonts = (chosenFonts ?? installedFonts).filter { (path: String) -> Bool in
    unsafe access(path, R_OK) == 0
  }

  private static var chosenFonts: [String]? {
    variable("WAVETHUMB_FONTS")?.split(separator: ":").map(String.init)
  }

  // Quadratic and cubic outlines, alone and in collections, with Latin and with Chinese letters.
  private static var installedFonts: [String] {
    let names = [
      "truetype/dejavu/DejaVuSans.ttf",
      "truetype/dejavu/DejaVuSerif-Italic.ttf",
      "truetype/wqy/wqy-zenhei.ttc",
      "opentype/ipafont-mincho/ipamp.ttf",
      "opentype/ipafont-gothic/ipagp.ttf",
      "opentype/urw-base35/NimbusRoman-Regular.otf",
      "opentype/noto/NotoSansCJK-Regular.ttc",
    ]
    return names.map { "/usr/share/fonts/" + $0 }
  }

  private static func variable(_ name: String) -> String? {
    guard let text = unsafe getenv(name) else { return nil }
    return unsafe String(cString: text)
  }

  static func read(_ path: String) throws -> [UInt8] {
    guard let file = unsafe fopen(path, "rb") else { throw UnreadableFont() }
    defer { _ = unsafe fclose(file) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe fread(&block, 1, block.count, file)
      guard count > 0 else { return bytes }
      bytes += block[..<count]
    }
  }
}

private struct UnreadableFont: Error {}

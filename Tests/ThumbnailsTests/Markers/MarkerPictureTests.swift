import Raster
import Testing
import Waveform

@testable import Thumbnails

private let song = [
  WaveformMarker(time: 2, label: "Intro"),
  WaveformMarker(time: 14, duration: 9, label: "Verse 1"),
  WaveformMarker(time: 25, label: "A chorus that goes on for longer than its label"),
  WaveformMarker(time: 34, duration: 8, label: "Brücke"),
  WaveformMarker(time: 44, label: "Drop"),
  WaveformMarker(time: 57, label: "The end of it"),
]

private func marked(
  _ style: WaveformStyle,
  look: ThumbnailLook = ThumbnailLook(),
  markers: [WaveformMarker] = song,
  scale: Int = 1
) throws -> Canvas {
  var look = look
  look.markers = markers
  return try draw(style, look: look, scale: scale)
}

@Test(arguments: WaveformStyle.plain.filter { $0 != .dancingBars } + [.spectrum])
func `markers in every style equal their golden picture`(style: WaveformStyle) throws {
  try GoldenPicture(name: "\(style.rawValue).markers").expect(marked(style))
}

@Test(arguments: [WaveformStyle.mirroredBars, .circular])
func `markers at scale 3 on a dark ground equal their golden picture`(style: WaveformStyle) throws {
  var look = ThumbnailLook()
  look.playhead = 0.5
  look.colors.background = .color(Color(red: 0x14, green: 0x16, blue: 0x1c))
  try GoldenPicture(name: "\(style.rawValue).markers.dark@3x").expect(
    marked(style, look: look, scale: 3)
  )
}

@Test(arguments: [WaveformStyle.sine, .speech, .dancingBars])
func `styles of one moment have no markers`(style: WaveformStyle) throws {
  #expect(try marked(style).pixels == draw(style).pixels)
}

@Test(arguments: specimens)
private func `the built-in letters equal their golden picture`(specimen: (String, [String])) throws
{
  let (name, lines) = specimen
  var canvas = Canvas(
    width: 480,
    height: 200,
    background: Color(red: 255, green: 255, blue: 255)
  )
  for (index, line) in lines.enumerated() {
    for (size, top) in [(10.0, 18.0), (12.0, 100)] {
      let origin = Point(x: 6, y: top + Double(index) * 20 + 0.5)
      for letter in Lettering(line, size: size).outlines(at: origin) {
        canvas.fill(letter, with: .color(Color(red: 0, green: 0, blue: 0)))
      }
    }
  }
  try GoldenPicture(name: name).expect(canvas)
}

private let specimens = [
  (
    "letters",
    [
      "The quick brown fox jumps over the lazy dog 0123456789",
      "ABCDEFGHIJKLMNOPQRSTUVWXYZ !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~",
      "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß àáâãäåæçèéêëìíîïðñòóôõö÷",
      "øùúûüýþÿ ¡¢£¤¥¦§¨©ª«¬®¯°±²³´µ¶·¸¹º»¼½¾¿ Łódź Őrült Žižkov “…” €",
    ]
  ),
  (
    "letters.latin",
    [
      "ĀāĂăĄąĆćĈĉĊċČčĎďĐđĒēĔĕĖėĘęĚěĜĝĞğĠġĢģĤĥĦħĨĩĪīĬĭĮį",
      "İıĲĳĴĵĶķĸĹĺĻļĽľĿŀŁłŃńŅņŇňŉŊŋŌōŎŏŐőŒœŔŕŖŗŘřŚśŜŝŞş",
      "ŠšŢţŤťŦŧŨũŪūŬŭŮůŰűŲųŴŵŶŷŸŹźŻżŽžſ ƏəƒẞȘșȚț ẀẁẂẃẄẅ Ấấửễ",
      "†‡‰′″‹›―≈≠≤≥∞√←↑↓↔№♯♭♮♪♫★♥✓✗●■ ﬁﬂ ḂḃĊċḊḋḞḟĠġṀṁṖṗṠṡṪṫ",
    ]
  ),
  (
    "letters.greek",
    [
      "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ αβγδεζηθικλμνξοπρσςτυφχψω",
      "ΆΈΉΊΌΎΏΪΫ άέήίόύώ ΐΰϊϋ ϑϕϖϰϱϵ; ·",
      "Ελληνικά & Ένα ταξίδι, Ξεσκεπάζω την ψυχοφθόρα βδελυγμία",
      "Ἰλιάς ᾧ ἄνθρωπος Ὀδύσσεια ἀἁἂἃἄἅἆἇᾶᾳ ἈἉἌἍ ῥῬ",
    ]
  ),
  (
    "letters.cyrillic",
    [
      "АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ ЄІЇҐЎ",
      "абвгдеёжзийклмнопрстуфхцчшщъыьэюя єіїґў",
      "ЂЃЅЈЉЊЋЌЏ ђѓѕјљњћќџ ҒғҚқҢңӨөҮүҰұҺһӘәҖҗҲҳҶҷҠҡҘҙҪҫ",
      "Гранит и базальт — Съешь ещё этих мягких булок, Љубазни фењерџија",
    ]
  ),
]

@Test(arguments: [1, 7, 40, 300], [WaveformStyle.bars, .circular])
func `captions never overlap`(count: Int, style: WaveformStyle) throws {
  for size in [
    (598, 120),
    (200, 48),
    (64, 64),
    (1200, 300),
    (30, 16),
    (1, 1),
  ] {
    var look = ThumbnailLook()
    // In no order, and crowded at the beginning.
    look.markers = (0..<count).map { index in
      let position = Double(index * 7919 % count) / Double(count)
      return WaveformMarker(
        time: 60 * position * position,
        duration: Double(index % 3),
        label: String(repeating: "Name ", count: index % 5 + 1)
      )
    }
    let frame = WaveformScene.Frame(
      x: 0,
      y: 0,
      width: Double(size.0),
      height: Double(size.1)
    )
    let layer = try #require(MarkerLayer(look, of: 60, in: frame, scale: 1))
    let boxes = layer.captions(along: style.renderer(for: ThumbnailLook()).timeAxis).map(\.box)
    for (index, box) in boxes.enumerated() {
      #expect(box.x >= -0.01)
      #expect(box.x + box.width <= Double(size.0) + 0.01)
      #expect(box.y >= 0)
      #expect(box.y + box.height <= Double(size.1))
      for other in boxes[..<index] {
        #expect(!box.meets(other), "\(box) \(other)")
      }
    }
  }
}

extension WaveformScene.Frame {
  fileprivate func meets(_ other: WaveformScene.Frame) -> Bool {
    let areBeside = x >= other.x + other.width || other.x >= x + width
    let areAbove = y >= other.y + other.height || other.y >= y + height
    return !areBeside && !areAbove
  }
}

@Test func `markers beyond the end are omitted, and regions end with the recording`() throws {
  let plain = try marked(.bars, markers: [])
  let beyond = try marked(.bars, markers: [WaveformMarker(time: 61, label: "Never")])
  #expect(plain.pixels == beyond.pixels)

  let endless = try marked(.bars, markers: [WaveformMarker(time: 30, duration: 1e300)])
  let toTheEnd = try marked(.bars, markers: [WaveformMarker(time: 30, duration: 30)])
  #expect(endless.pixels == toTheEnd.pixels)
}

@Test func `a recording of zero length has no markers`() throws {
  let subject = ThumbnailSubject(summary: WaveformSummary(amplitudes: [0.5], duration: 0))
  var look = ThumbnailLook()
  let plain = try ThumbnailDrawing.draw(subject, style: .bars, look: look)
  look.markers = [WaveformMarker(time: 0, label: "Start")]
  let marked = try ThumbnailDrawing.draw(subject, style: .bars, look: look)
  #expect(marked.canvas.pixels == plain.canvas.pixels)
}

@Test func `markers use colors in turn`() throws {
  var look = ThumbnailLook()
  look.markerColors = [
    Color(red: 255, green: 0, blue: 0), Color(red: 0, green: 255, blue: 0),
  ]
  let canvas = try marked(
    .dots,
    look: look,
    markers: [10, 30, 50].map { WaveformMarker(time: $0) }
  )
  // 10, 30 and 50 of 60 s on 598 points, in a row above the dots. Red is the lowest byte.
  func color(_ x: Int) -> UInt32 { canvas.pixels[3 * canvas.width + x] & 0xFFFFFF }
  #expect(color(99) == 0x0000FF)
  #expect(color(299) == 0x00FF00)
  #expect(color(498) == 0x0000FF)
}

// At the top, at the bottom, at the sides, and close together.
@Test(
  arguments: [300, 512],
  [
    [0, 0.1, 0.8],
    [0, 0.45, 0.55],
    [0.02, 0.3, 0.7],
    [0.3, 0.6, 0.9],
    [0, 0.01, 0.02],
  ]
)
func `three captions in a circle are complete`(side: Int, positions: [Double]) throws {
  var look = ThumbnailLook()
  let names = ["Welcome", "What is a stone?", "Good night"]
  look.markers = zip(positions, names).map { WaveformMarker(time: 60 * $0, label: $1) }
  let frame = WaveformScene.Frame(x: 0, y: 0, width: Double(side), height: Double(side))
  let layer = try #require(MarkerLayer(look, of: 60, in: frame, scale: 1))
  let captions = layer.captions(along: .around(innerRadius: 0.45))
  #expect(captions.map(\.lettering.text).sorted() == names.sorted())
}

@Test func `captions of twelve chapters are shortened, not omitted`() throws {
  var look = ThumbnailLook()
  look.markers = (0..<12).map {
    WaveformMarker(time: 5 * Double($0), label: "Chapter \($0) of stones")
  }
  let frame = WaveformScene.Frame(x: 0, y: 0, width: 300, height: 300)
  let layer = try #require(MarkerLayer(look, of: 60, in: frame, scale: 1))
  #expect(layer.captions(along: .around(innerRadius: 0.45)).count == 12)
}

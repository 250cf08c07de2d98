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
  look.markers.all = markers
  return try drawSong(style, look: look, scale: scale)
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
  let canvas = try marked(style, look: look, scale: 3)
  try GoldenPicture(name: "\(style.rawValue).markers.dark@3x").expect(canvas)
}

@Test(arguments: [WaveformStyle.sine, .speech, .dancingBars])
func `styles of one moment have no markers`(style: WaveformStyle) throws {
  let plain = try drawSong(style)
  #expect(try marked(style).pixels == plain.pixels)
}

@Test(arguments: specimens)
private func `the built-in letters equal their golden picture`(
  name: String,
  lines: [String]
) throws {
  var canvas = Canvas(width: 480, height: 200, background: white)
  func write(_ line: String, size: Double, baseline: Double) {
    // In the middle of a row of pixels.
    let start = Point(x: 6, y: baseline + 0.5)
    for letter in Lettering(line, size: size).outlines(at: start) {
      canvas.fill(letter, with: .color(black))
    }
  }
  // All lines at one size, and below them at another.
  for (index, line) in lines.enumerated() {
    let offset = Double(index) * 20
    write(line, size: 10, baseline: 18 + offset)
    write(line, size: 12, baseline: 100 + offset)
  }
  try GoldenPicture(name: name).expect(canvas)
}

private let specimens = [
  (
    name: "letters",
    lines: [
      "The quick brown fox jumps over the lazy dog 0123456789",
      "ABCDEFGHIJKLMNOPQRSTUVWXYZ !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~",
      "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß àáâãäåæçèéêëìíîïðñòóôõö÷",
      "øùúûüýþÿ ¡¢£¤¥¦§¨©ª«¬®¯°±²³´µ¶·¸¹º»¼½¾¿ Łódź Őrült Žižkov “…” €",
    ]
  ),
  (
    name: "letters.latin",
    lines: [
      "ĀāĂăĄąĆćĈĉĊċČčĎďĐđĒēĔĕĖėĘęĚěĜĝĞğĠġĢģĤĥĦħĨĩĪīĬĭĮį",
      "İıĲĳĴĵĶķĸĹĺĻļĽľĿŀŁłŃńŅņŇňŉŊŋŌōŎŏŐőŒœŔŕŖŗŘřŚśŜŝŞş",
      "ŠšŢţŤťŦŧŨũŪūŬŭŮůŰűŲųŴŵŶŷŸŹźŻżŽžſ ƏəƒẞȘșȚț ẀẁẂẃẄẅ Ấấửễ",
      "†‡‰′″‹›―≈≠≤≥∞√←↑↓↔№♯♭♮♪♫★♥✓✗●■ ﬁﬂ ḂḃĊċḊḋḞḟĠġṀṁṖṗṠṡṪṫ",
    ]
  ),
  (
    name: "letters.greek",
    lines: [
      "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ αβγδεζηθικλμνξοπρσςτυφχψω",
      "ΆΈΉΊΌΎΏΪΫ άέήίόύώ ΐΰϊϋ ϑϕϖϰϱϵ; ·",
      "Ελληνικά & Ένα ταξίδι, Ξεσκεπάζω την ψυχοφθόρα βδελυγμία",
      "Ἰλιάς ᾧ ἄνθρωπος Ὀδύσσεια ἀἁἂἃἄἅἆἇᾶᾳ ἈἉἌἍ ῥῬ",
    ]
  ),
  (
    name: "letters.cyrillic",
    lines: [
      "АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ ЄІЇҐЎ",
      "абвгдеёжзийклмнопрстуфхцчшщъыьэюя єіїґў",
      "ЂЃЅЈЉЊЋЌЏ ђѓѕјљњћќџ ҒғҚқҢңӨөҮүҰұҺһӘәҖҗҲҳҶҷҠҡҘҙҪҫ",
      "Гранит и базальт — Съешь ещё этих мягких булок, Љубазни фењерџија",
    ]
  ),
]

@Test(arguments: [1, 7, 40, 300], [WaveformStyle.bars, .circular])
func `captions never overlap`(count: Int, style: WaveformStyle) throws {
  let sizes = [
    ThumbnailSize(width: 598, height: 120),
    ThumbnailSize(width: 200, height: 48),
    ThumbnailSize(width: 64, height: 64),
    ThumbnailSize(width: 1200, height: 300),
    ThumbnailSize(width: 30, height: 16),
    ThumbnailSize(width: 1, height: 1),
  ]
  let axis = style.renderer(for: ThumbnailLook()).timeAxis
  for size in sizes {
    let captions = try captions(
      of: crowdedMarkers(count),
      width: Double(size.width),
      height: Double(size.height),
      along: axis
    )
    let boxes = captions.map(\.box)
    for (index, box) in boxes.enumerated() {
      #expect(box.x >= -0.01)
      #expect(box.x + box.width <= Double(size.width) + 0.01)
      #expect(box.y >= 0)
      #expect(box.y + box.height <= Double(size.height))
      for other in boxes[..<index] {
        #expect(!box.overlaps(other), "\(box) \(other)")
      }
    }
  }
}

/// Returns markers in no order, crowded at the beginning.
private func crowdedMarkers(_ count: Int) -> [WaveformMarker] {
  (0..<count).map { index in
    // 7,919 is prime, so that each position is taken once.
    let position = Double(index * 7919 % count) / Double(count)
    return WaveformMarker(
      time: 60 * position * position,
      duration: Double(index % 3),
      label: String(repeating: "Name ", count: index % 5 + 1)
    )
  }
}

/// Returns the captions of a recording of a minute.
private func captions(
  of markers: [WaveformMarker],
  width: Double,
  height: Double,
  along axis: TimeAxis
) throws -> [MarkerCaption] {
  var look = ThumbnailLook()
  look.markers.all = markers
  let frame = WaveformScene.Frame(x: 0, y: 0, width: width, height: height)
  let layer = try #require(MarkerLayer(look, of: 60, in: frame, scale: 1))
  return layer.captions(along: axis)
}

extension WaveformScene.Frame {
  fileprivate func overlaps(_ other: WaveformScene.Frame) -> Bool {
    let areBeside = x >= other.x + other.width || other.x >= x + width
    let areAbove = y >= other.y + other.height || other.y >= y + height
    return !areBeside && !areAbove
  }
}

@Test func `markers beyond the end are omitted`() throws {
  let plain = try marked(.bars, markers: [])
  let beyond = try marked(.bars, markers: [WaveformMarker(time: 61, label: "Never")])
  #expect(plain.pixels == beyond.pixels)
}

@Test func `regions end with the recording`() throws {
  let endless = try marked(.bars, markers: [WaveformMarker(time: 30, duration: 1e300)])
  let toTheEnd = try marked(.bars, markers: [WaveformMarker(time: 30, duration: 30)])
  #expect(endless.pixels == toTheEnd.pixels)
}

@Test func `a recording of zero length has no markers`() throws {
  let subject = ThumbnailSubject(levels: [0.5], seconds: 0)
  var look = ThumbnailLook()
  let plain = try draw(subject, .bars, look: look)
  look.markers.all = [WaveformMarker(time: 0, label: "Start")]
  let marked = try draw(subject, .bars, look: look)
  #expect(marked.pixels == plain.pixels)
}

@Test func `markers use colors in turn`() throws {
  var look = ThumbnailLook()
  look.markers.colors = [red, green]
  let markers = [10, 30, 50].map { WaveformMarker(time: $0) }
  let canvas = try marked(.dots, look: look, markers: markers)
  // 10, 30 and 50 of 60 s on 598 points, in a row above the dots.
  let pixels = [99, 299, 498].map { canvas.pixel(x: $0, y: 3) }
  // A marker is translucent; its color has no other component.
  let colors = pixels.map { $0 & 0xFF_FFFF }
  #expect(colors == [red, green, red].map { $0.pixel & 0xFF_FFFF })
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
  let names = ["Welcome", "What is a stone?", "Good night"]
  let markers = zip(positions, names).map { position, name in
    WaveformMarker(time: 60 * position, label: name)
  }
  let captions = try captions(
    of: markers,
    width: Double(side),
    height: Double(side),
    along: .around(innerRadius: 0.45)
  )
  #expect(captions.map(\.lettering.text).sorted() == names.sorted())
}

@Test func `captions of twelve chapters are shortened, not omitted`() throws {
  let markers = (0..<12).map { number in
    WaveformMarker(time: 5 * Double(number), label: "Chapter \(number) of stones")
  }
  let captions = try captions(
    of: markers,
    width: 300,
    height: 300,
    along: .around(innerRadius: 0.45)
  )
  #expect(captions.count == 12)
}

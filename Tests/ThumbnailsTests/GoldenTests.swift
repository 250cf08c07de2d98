import Raster
import Testing
import Thumbnails
import Waveform

private let sunset = Gradient(colors: [
  Color(red: 0xff, green: 0x2d, blue: 0x55),
  Color(red: 0xaf, green: 0x52, blue: 0xde),
])

/// The spectrogram needs more than a summary; its own suite tests it.
private let drawnFromSummary = WaveformStyle.allCases.filter { $0 != .spectrogram }

@Test(arguments: drawnFromSummary)
func `every style equals its golden picture`(style: WaveformStyle) throws {
  try GoldenPicture(name: style.rawValue).expect(drawSong(style))
}

@Test(arguments: drawnFromSummary)
func `every style with a playhead equals its golden picture`(style: WaveformStyle) throws {
  var look = ThumbnailLook()
  look.playhead = 0.4142
  let canvas = try drawSong(style, look: look)
  try GoldenPicture(name: "\(style.rawValue).playhead").expect(canvas)
}

@Test(arguments: drawnFromSummary)
func `every style with a gradient equals its golden picture`(style: WaveformStyle) throws {
  let isSquare = style == .circular
  var look =
    isSquare
    ? ThumbnailLook(width: 150, height: 150)
    : ThumbnailLook(width: 200, height: 48)
  look.playhead = 0.7
  look.colors.playedGradient = sunset
  look.colors.background = .color(Color(red: 0x14, green: 0x16, blue: 0x1c))
  let canvas = try drawSong(style, look: look, scale: 2)
  try GoldenPicture(name: "\(style.rawValue).gradient@2x").expect(canvas)
}

@Test(arguments: [WaveformStyle.bars, .mirroredBars, .line, .circular])
func `peaks behind RMS equal their golden picture`(style: WaveformStyle) throws {
  var look = ThumbnailLook()
  look.scaling.measure = .both
  let canvas = try draw(stereo(), style, look: look)
  try GoldenPicture(name: "\(style.rawValue).both").expect(canvas)
}

@Test(arguments: [WaveformStyle.mirroredBars, .dots, .circular])
func `lanes equal their golden picture`(style: WaveformStyle) throws {
  var look = ThumbnailLook()
  look.lanes.areSplit = true
  look.scaling.normalize = .file
  let canvas = try draw(stereo(), style, look: look)
  try GoldenPicture(name: "\(style.rawValue).split").expect(canvas)
}

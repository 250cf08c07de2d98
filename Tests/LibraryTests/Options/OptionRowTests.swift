import Codecs
import Decoding
import Outputs
import Raster
import TestSupport
import Testing
import Thumbnails
import Waveform
import WavethumbBytes
import WavethumbSystem

@testable import WavethumbBatch
@testable import WavethumbLibrary
@testable import WavethumbOptions

/// Stereo tones of increasing loudness, decoded once per request.
private final class DecodedTones: Sendable {
  private struct Tone: Hashable {
    let seconds: Int
    let request: DecodeRequest
  }

  private let known = Locked<[Tone: DecodedRecording?]>([:])

  /// Returns nil if the request rejects the recording.
  func recording(seconds: Int, request: DecodeRequest) -> DecodedRecording? {
    let tone = Tone(seconds: seconds, request: request)
    return known.withLock { known in
      if let recording = known[tone] { return recording }
      // 1,000 frames a second, since each combination of measures is decoded once.
      var file = WaveFile.tone(frames: seconds * 1000, channels: 2)
      file.sampleRate = 1000
      let result = file.withDescriptor { decodeInProcess(descriptor: $0, request: request) }
      var recording: DecodedRecording?
      if case .success(let decoded) = result {
        recording = decoded
      }
      known[tone] = .some(recording)
      return recording
    }
  }
}

/// The outputs of one command line for a four-second stereo recording of increasing loudness.
private struct CommandOutputs: Equatable {
  var pictures: [[UInt8]] = []
  var data: [UInt8] = []
  var settings: [UInt8]
  var key: ContentDigest
  var measuring: ContentDigest
  let options: RecordingOptions

  init(_ line: String) throws {
    switch try CommandLineParser.parse(arguments(line)) {
    case .scan(let scan): options = scan.recordings
    case .render(let render): options = render.recordings
    case .merge, .cache, .verify, .list, .audiowaveform, .thumbnail, .desktop, .doctor,
      .completions, .manual, .help, .shortHelp, .helpOnExpectations, .version:
      options = RecordingOptions()
    }
    let scan = ScanSettings(options, ffmpeg: nil)
    settings = scan.text
    key = scan.key
    measuring = scan.measuring.libraries
    guard let recording = Self.recording(options, seconds: 4) else { return }
    let overlays = try options.pictures.overlays.map { path in
      // Two overlays of one length would draw the same pictures.
      let seconds = path == "a.wav" ? 2 : 3
      return try #require(Self.recording(options, seconds: seconds)).measurement
    }
    let formats = OutputFormat.allCases.filter { $0.kind == .data || $0 == .png }
    let plan = OutputPlan(options.pictures, formats: Set(formats), overlays: overlays)
    for output in plan.outputs where output.needs.points == nil {
      var bytes: [UInt8] = []
      let cover = try Self.cover(options.pictures.cover)
      let source = plan.source(for: recording, at: "lib.wav", over: cover)
      let facts = try output.write(source) { bytes += $0 }
      // Only pictures have facts.
      if facts == nil {
        data += bytes
      } else {
        pictures.append(bytes)
      }
    }
  }

  /// Returns embedded art in another color than the art of the folder.
  private static func cover(_ source: CoverSource?) throws -> RecordingCover? {
    guard let source else { return nil }
    // The beginning of a PNG of one pixel: nothing behind it is read.
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let length: [UInt8] = [0, 0, 0, 13]
    let size: [UInt8] = [0, 0, 0, 1, 0, 0, 0, 1]
    let kind: [UInt8] = [8, 2, 0, 0, 0]
    let checksum: [UInt8] = [1, 2, 3, 4]
    let art = signature + length + Array("IHDR".utf8) + size + kind + checksum
    var cover = RecordingCover(found: .init(.embedded, try CoverArt(art)))
    cover.pixels = PhotoPixels(
      width: 1,
      height: 1,
      pixels: [source == .folder ? 0xFF00_00FF : 0xFFFF_0000]
    )
    return cover
  }

  /// Returns nil if the options reject the recording.
  private static func recording(
    _ options: RecordingOptions,
    seconds: Int
  ) -> DecodedRecording? {
    let request = DecodeRequest(options.pictures, decoding: options.decoding)
    // Within the first second, so that each stretch of the samples either has it or lacks it.
    let cue = AudioCue(start: 0.5, name: "Marked")
    return decoded.recording(seconds: seconds, request: request)?.marked(
      by: options.pictures.markers,
      given: [cue],
      in: options.pictures.range
    )
  }

  private static let decoded = DecodedTones()
}

@Test func `every option has a pair of sample values`() {
  for row in OptionTable.rows where !OptionSample.withoutOutput.contains(row.name) {
    #expect(OptionSample.ofOptions[row.name] != nil, "\(row.name)")
  }
}

/// Options without an effect on this test: the recording is supported, has no points and does not
/// clip, is never silent and has no time of day, and pictures are too small for a caption.
private let unseen: Set<String> = [
  "ffmpeg", "data", "format", "zoom", "pixels-per-second", "bits", "placeholder",
  "mark-clipping", "silence", "clock", "caption",
]

// An option that shapes a picture and is not in the settings leaves stale pictures: a scan with
// another value would keep the old ones. It is easily forgotten, as nothing else looks wrong.
@Test(arguments: OptionTable.rows.indices)
func `an option that changes outputs changes settings and key`(index: Int) throws {
  let row = OptionTable.rows[index]
  // These commands make no outputs from options.
  let others: [[CommandName]] = [
    [.cache], [.merge], [.verify], [.verify, .merge], [.thumbnail], [.list],
  ]
  guard let sample = OptionSample.ofOptions[row.name], !others.contains(row.commands) else {
    return
  }
  var changed: OptionValue.Shaping = []
  for style in styles(for: row) {
    var common = ""
    if row.name != "size" {
      common += " --size 64x32"
    }
    if row.name != "style" {
      common += " --style \(style)"
    }
    let outputs = try sample.lines(of: row).map { try CommandOutputs($0 + common) }
    let picturesDiffer = outputs[0].pictures != outputs[1].pictures
    let dataDiffers = outputs[0].data != outputs[1].data
    if picturesDiffer {
      changed.insert(.pictures)
    }
    if dataDiffers {
      changed.insert(.data)
    }
    if picturesDiffer || dataDiffers {
      #expect(outputs[0].key != outputs[1].key)
    }
    // The report calls an option idle by this: a false claim would send users looking for a
    // mistake.
    let hasEffect = outputs.contains { row.hasEffect($0.options) }
    #expect(hasEffect || !picturesDiffer, "\(row.name), \(style)")
  }

  #expect(row.value.shapes.isSuperset(of: changed), "\(row.name)")
  // The other direction: an option that claims to change pictures and does not redraws for nothing.
  let isSeen = !changed.isEmpty || row.value.shapes.isEmpty || unseen.contains(row.name)
  #expect(isSeen, "\(row.name)")
}

/// An option that changes no output is tried in one style.
private func styles(for row: OptionRow) -> [WaveformStyle] {
  if row.value.shapes.isEmpty { return [.mirroredBars] }
  return WaveformStyle.allCases.filter { style in
    (style.content.takesOverlay || !row.name.hasPrefix("overlay"))
      && (style.content.runsInTime || !row.name.hasPrefix("marker"))
      && (style.content == .time || row.name != "color-by")
      && (row.name != "format" || ![.spectrum, .spectrogram].contains(style))
      && (style != .circular
        || !["axes", "clock", "mark-clipping"].contains(row.name))
  }
}

@Test func `measuring depends on hours and the stretch, with stable keys`() throws {
  func keyTexts(_ line: String) throws -> [String] {
    MeasuringKeys.texts(of: try CommandOutputs(line).options)
  }
  // Another text is another key: every recording is decoded again. How channels are drawn is not in
  // it, as lanes are a measure of their own.
  #expect(try keyTexts("scan lib") == ["hours 120.0"])
  #expect(
    try keyTexts("scan lib --range 0:01-0:02 --channels split --max-duration 2") == [
      "hours 2.0", "range 1.0-2.0",
    ]
  )
}

// The text is hashed into the key of pictures: if any letter of it changes, so does the key, and
// every picture of every library is drawn again.
@Test func `the settings of a manifest keep their format`() throws {
  let line =
    "scan lib --size 60x30 --bars 9 --playhead 0.5 --gradient red,blue --markers auto"
    + " --marker-color red --data json --range 0:01-"
  let text = String(decoding: try CommandOutputs(line).settings, as: UTF8.self)
  #expect(
    text == #"""
      {"styles":["mirroredBars"],"scales":[1],"size":"60x30","bars":9,"color":"auto",\#
      "unplayedColor":"#80808099","background":"none","gradient":["#ff0000ff","#0000ffff"],\#
      "playhead":0.5,"range":"1.0-","markers":"auto","markerColors":["#ff0000ff"],\#
      "measure":"rms","curve":"linear","normalize":"auto","channels":"mix","data":"json 2",\#
      "ffmpeg":"sound","maxDurationHours":120}
      """#
  )
}

@Test func `an option without effect is recognised`() throws {
  // Bars have no dots, and nothing in them moves. Each option is named once, however often it is
  // given.
  let outputs = try CommandOutputs(
    "scan lib --style bars --dot-size 3 --at 0.5 --spacing 1 --dot-size 4"
  )
  #expect(outputs.options.withoutEffect == [IdleOption("--dot-size"), IdleOption("--at")])
  let unplayed = try CommandOutputs("scan lib --unplayed-color red")
  #expect(
    unplayed.options.withoutEffect == [
      IdleOption("--unplayed-color", needing: "--playhead, --animate or --axes")
    ]
  )

  // One of two styles has dots.
  let dots = try CommandOutputs("scan lib --style bars --style dots --dot-size 3")
  #expect(dots.options.withoutEffect == [])
}

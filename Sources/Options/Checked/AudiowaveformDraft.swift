import Codecs
import Decoding
import Outputs
import Raster
import Thumbnails
import Waveform
import WavethumbBytes
import WavethumbSystem

/// The options of audiowaveform read so far, before checking whether they are compatible.
struct AudiowaveformDraft {
  enum Zoom: Sendable {
    case frames(Int)
    case auto
  }

  var input: [UInt8]?
  var output: [UInt8]?
  var inputForm: [UInt8]?
  var outputForm: [UInt8]?
  var zoom: Zoom?
  var pixelsPerSecond: Int?
  var bits: PointsRequest.Bits?
  var isSplit = false
  var start = 0.0
  var end: Double?
  var look = AudiowaveformLook()
  var hasAuditionColors = false
  var border: Color?
  var background: Color?
  var waveform: [Color]?
  var labels: Color?
  var hasBars = false
  var bars = AudiowaveformLook.Bars()
  var compression: Int?
  var rawRate: Int?
  var rawChannels: Int?
  var rawForm: RawSamples?
  var isQuiet = false
  var asksForHelp = false
  var asksForVersion = false

  /// The frames per point for a picture of a whole recording.
  // Which are joined to those of a pixel when the length is known. With more frames, pixels of
  // short recordings would be rounded to few points.
  private static let finePoint = 64
  /// The default of audiowaveform.
  private static let standardZoom = 256

  func checked() throws(AudiowaveformMistake) -> AudiowaveformOptions {
    var options = AudiowaveformOptions(render: try inputAndOutput())
    options.isQuiet = isQuiet
    options.form = try form()
    options.raw = try raw()
    options.look = colored()
    if options.form == .png {
      try checkPixels(of: options.look)
    }
    options.points.isSplit = isSplit
    // 16 bits as in audiowaveform; an input of points keeps its own.
    let standardBits: PointsRequest.Bits? = isData ? nil : .sixteen
    options.points.bits = bits ?? standardBits
    options.render.recordings.pictures.look.lanes.areSplit = isSplit
    try checkZoom(options.form)

    let fillsWidth = isAuto || end != nil
    options.look.isWhole = options.form == .png && fillsWidth
    var data = DataOptions()
    data.pixelsPerSecond = pixelsPerSecond
    if case .frames(let frames)? = zoom {
      data.zoom = frames
    }
    // Points of data are joined only if asked: finer ones cannot be made of them.
    if pixelsPerSecond == nil, data.zoom == nil, !isData {
      data.zoom = options.look.isWhole ? Self.finePoint : Self.standardZoom
    }
    options.render.recordings.pictures.data = data
    if options.form == .png, start > 0 || end != nil {
      options.render.recordings.pictures.range = TimeRange(start: start, end: end)
    }
    return options
  }

  private var isAuto: Bool {
    if case .auto? = zoom { return true }
    return false
  }

  private func checkZoom(_ form: AudiowaveformOptions.Form) throws(AudiowaveformMistake) {
    if zoom != nil, pixelsPerSecond != nil { throw .exclusive("zoom", "pixels-per-second") }
    if end != nil, zoom != nil { throw .exclusive("end", "zoom") }
    if end != nil, pixelsPerSecond != nil { throw .exclusive("end", "pixels-per-second") }
    if let end, end <= start { throw .endBeforeStart }
    if case .frames(let frames)? = zoom, frames < PointGrid.minimumFrames { throw .zoomTooSmall }
    if isAuto, form != .png { throw .badValue("zoom", Array("auto".utf8)) }
  }

  private func checkPixels(of look: AudiowaveformLook) throws(AudiowaveformMistake) {
    let maximum = PNGEncoder.maximumPixels
    guard look.width * look.height > maximum else { return }
    throw .pictureTooLarge(width: look.width, height: look.height, maximum: maximum)
  }

  private func inputAndOutput() throws(AudiowaveformMistake) -> RenderOptions {
    // A name may be missing if the format is given: the stream is standard input or output then.
    if input == nil, inputForm == nil { throw .noInput }
    if output == nil, outputForm == nil { throw .noOutput }
    let inputFile = Self.file(named: input)
    let outputFile = Self.file(named: output)
    if let outputFile, outputFile == inputFile { throw .outputIsInput(outputFile) }
    var render = RenderOptions(input: .standardInput)
    if let inputFile {
      render.input = .file(inputFile)
    }
    render.output = .standardOutput
    if let outputFile {
      render.output = .file(outputFile)
    }
    // All forms, the picture too, are made of the points that a `.dat` needs measured.
    render.format = .dat
    // Its callers expect that nothing is written but the output.
    render.cache.isUsed = false
    render.verbosity = .quiet
    return render
  }

  /// Returns the path of a file, nil for a standard stream.
  private static func file(named name: [UInt8]?) -> [UInt8]? {
    let dash = [UInt8(ascii: "-")]
    return name == dash ? nil : name
  }

  private func form() throws(AudiowaveformMistake) -> AudiowaveformOptions.Form {
    let name = outputForm ?? Self.fileExtension(of: output)
    let form = AudiowaveformOptions.Form(rawValue: String(decoding: name, as: UTF8.self))
    guard let form else { throw .unknownForm(name) }
    return form
  }

  /// The name of the input's format: the given one, or else the extension.
  private var inputFormName: String {
    String(decoding: inputForm ?? Self.fileExtension(of: input), as: UTF8.self)
  }

  /// Whether the input consists of points.
  private var isData: Bool { ["dat", "json"].contains(inputFormName) }

  private func raw() throws(AudiowaveformMistake) -> PCMStreamHeader? {
    guard inputFormName == "raw" else { return nil }
    guard let rawRate else { throw .rawNeeds("raw-samplerate") }
    guard let rawChannels else { throw .rawNeeds("raw-channels") }
    guard let rawForm else { throw .rawNeeds("raw-format") }
    return rawForm.header(sampleRate: rawRate, channels: rawChannels)
  }

  private func colored() -> AudiowaveformLook {
    var look = look
    if hasAuditionColors {
      look.setAuditionColors()
    }
    look.border = border ?? look.border
    look.background = background ?? look.background
    look.waveform = waveform ?? look.waveform
    look.bars = hasBars ? bars : nil
    return look
  }

  /// Returns the extension of a name in lower case.
  private static func fileExtension(of path: [UInt8]?) -> [UInt8] {
    let name = RawPath(bytes: path ?? []).name.bytes
    guard let point = name.lastIndex(of: UInt8(ascii: ".")) else { return [] }
    // ASCII alone: the extensions that are known have no other letters, and the name need not be UTF-8.
    return name[(point + 1)...].map(\.asciiLowercased)
  }
}

/// A mistake in an audiowaveform command line; the message is in `AudiowaveformText`.
package enum AudiowaveformMistake: Error, Sendable, Equatable {
  case unknownOption([UInt8])
  case missingValue(String)
  case badValue(String, [UInt8])
  case noInput, noOutput
  case unknownForm([UInt8])
  case exclusive(String, String)
  case zoomTooSmall
  case rawNeeds(String)
  case endBeforeStart
  case outputIsInput([UInt8])
  case pictureTooLarge(width: Int, height: Int, maximum: Int)
}

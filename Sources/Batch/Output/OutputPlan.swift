import Codecs
import Decoding
import Outputs
import Thumbnails
import Waveform
import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// The files that each recording of a run gets, and how a recording is shown in them.
struct OutputPlan: Sendable {
  let options: PictureOptions
  let outputs: [any Output]
  private let suffixes: [[UInt8]]
  /// Drawn over every picture, one after the other.
  var overlays: [WaveformMeasurement]

  init(
    _ options: PictureOptions,
    formats: Set<OutputFormat>,
    overlays: [WaveformMeasurement] = []
  ) {
    self.options = options
    self.overlays = overlays
    outputs = OutputList.outputs(for: Self.request(options, formats: formats))
    // Once for all recordings: the suffixes depend on the options alone.
    suffixes = outputs.map { output in Array(output.suffix.utf8) }
  }

  private static func request(
    _ options: PictureOptions,
    formats: Set<OutputFormat>
  ) -> OutputRequest {
    var request = OutputRequest(
      formats: formats,
      styles: options.styles,
      scales: options.scales,
      animation: options.animation,
      levels: options.levels
    )
    let data = options.data
    request.showsCovers = options.cover != nil
    request.hasSpectrum = data.spectrum ?? false
    request.hasSound = options.analyzes
    request.hasTones = options.colorBy != nil
    request.zoom = PointsRequest(
      grid: data.grid,
      bits: data.bits,
      isSplit: options.look.splitsChannels,
      range: options.range?.text
    )
    request.points = data.points ?? OutputRequest.standardPoints
    request.playerScaling = options.playerScaling
    return request
  }

  /// What all outputs together need of a measurement, so that one decoding makes them all.
  var needs: OutputNeeds {
    outputs.reduce(OutputNeeds(points: nil)) { needs, output in needs.union(output.needs) }
  }

  /// Whether captions are drawn as shapes, and not written as text of an SVG.
  var setsLetters: Bool { outputs.contains { output in type(of: output).format == .png } }

  /// Returns the paths of a recording's files, in the order of writing.
  func names(of recording: RawPath) -> [RawPath] {
    let named = RawPath(bytes: AlbumArtName.spared(recording.bytes))
    return suffixes.map { suffix in named.withSuffix(suffix) }
  }

  static func name(of recording: RawPath, _ output: any Output) -> RawPath {
    RawPath(bytes: AlbumArtName.spared(recording.bytes)).withSuffix(output.suffix)
  }

  /// The pictures, for which `--placeholder` can draw plain ones.
  var pictures: [any Output] {
    outputs.filter { output in type(of: output).format.kind == .picture }
  }

  /// Returns the source of a plain picture for a recording that could not be decoded.
  // One silent bar, which each style draws at its least height: a page keeps its grid.
  func placeholder(at path: RawPath) -> OutputSource {
    var look = options.look(forSeconds: 0)
    look.playhead = nil
    look.loaded = 0
    return OutputSource(
      facts: AudioFacts(formatName: "", sampleRate: 0, channels: 1, declaredFrames: nil),
      measurement: WaveformMeasurement(mix: WaveformSummary(amplitudes: [0], duration: 0)),
      stem: path.stem,
      look: look,
      isPlaceholder: true
    )
  }

  /// Returns the recording with the stretch and look that all its files show.
  func source(
    for recording: DecodedRecording,
    at path: RawPath,
    over cover: RecordingCover? = nil
  ) -> OutputSource {
    var look = options.look(forSeconds: recording.measurement.mix.duration)
    look.cover = cover?.photo
    if options.showsClock ?? false {
      look.axes?.clock = recording.facts.timeOfDay ?? RecorderName.timeOfDay(in: path.name.bytes)
    }
    look.overlays = coloredOverlays
    if options.drawsCaption ?? false {
      look.caption = ThumbnailCaption(recording, at: path, channel: options.channel)
    }
    look.scaling.loudness = recording.measurement.sound?.loudness
    // Points have no level other than their larger extreme.
    if recording.measurement.mix.givenExtremes != nil, look.scaling.measure != .signed {
      look.scaling.measure = .peak
    }
    look.markers = recording.markers(from: options.range?.start ?? 0)
    look.markerColors = recording.markerColors(look)
    if options.namesLanes ?? false {
      look.laneNames = recording.facts.laneNames
    }
    return OutputSource(
      facts: recording.facts,
      measurement: recording.measurement,
      stem: path.stem,
      stretchStart: options.range?.start,
      look: look,
      points: recording.points
    )
  }

  /// The overlays, each in the next color; after the last color again in the first.
  private var coloredOverlays: [ThumbnailOverlay] {
    let hasOwnColors = !options.overlayColors.isEmpty
    let colors = hasOwnColors ? options.overlayColors : ThumbnailOverlay.standardColors
    return overlays.enumerated().map { index, overlay in
      ThumbnailOverlay(overlay, color: colors[index % colors.count])
    }
  }
}

extension ThumbnailCaption {
  /// Creates the caption of a recording, of which `channel` is measured alone.
  init(_ recording: DecodedRecording, at path: RawPath, channel: Int?) {
    let facts = recording.facts
    // As in "FLAC, 16-bit PCM": the coding of the samples comes after their rate.
    let format = facts.formatName.split(separator: ",", maxSplits: 1).map { part in
      String(part.drop { character in character == " " })
    }
    var coding = Array(format.dropFirst())
    if coding.isEmpty, let bitRate = facts.bitRate {
      coding = ["\(bitRate.kilobits) kbit/s"]
    }
    let channels =
      if let channel {
        "channel \(channel) of \(facts.channels)"
      } else {
        switch facts.channels {
        case 1: "mono"
        case 2: "stereo"
        default: "\(facts.channels) channels"
        }
      }
    let kilohertz = "\(Numerals.plain(Double(facts.sampleRate) / 1000)) kHz"
    let seconds = recording.measurement.mix.duration
    let length = seconds < 10 ? "\(Numerals.decimal(seconds)) s" : Numerals.clock(seconds)
    self.init(
      name: facts.tags.title ?? path.name.lossyText,
      facts: Array(format.prefix(1)) + [kilohertz] + coding + [channels, length]
    )
  }
}

extension AudioFacts {
  /// The time of day at the start of a broadcast WAV, in seconds after midnight.
  fileprivate var timeOfDay: Double? { tags.bext?.timeOfDay(sampleRate: sampleRate) }

  /// Returns the names of lanes by the channel map; two channels without a map are left and right.
  fileprivate var laneNames: [String] {
    if channelNames.isEmpty, channels == 2 { return ["L", "R"] }
    return channelNames
  }
}

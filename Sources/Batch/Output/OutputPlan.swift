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
      isSplit: options.look.lanes.areSplit,
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
    let named = RawPath(bytes: AlbumArtName.avoidingArtNames(recording.bytes))
    return suffixes.map { suffix in named.withSuffix(suffix) }
  }

  static func name(of recording: RawPath, _ output: any Output) -> RawPath {
    RawPath(bytes: AlbumArtName.avoidingArtNames(recording.bytes)).withSuffix(output.suffix)
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
    look.cover.photo = cover?.photo
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
    look.markers.all = recording.markers(from: options.range?.start ?? 0)
    look.markers.colors = recording.markerColors(look)
    if options.namesLanes ?? false {
      look.lanes.names = recording.facts.laneNames
    }
    var source = OutputSource(
      facts: recording.facts,
      measurement: recording.measurement,
      stem: path.stem,
      stretchStart: options.range?.start,
      look: look,
      points: recording.points
    )
    source.chapters = recording.chapters
    return source
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

/// The names that the files of a recording have with some settings.
///
/// A manifest may list anything as a file of a recording, also `.htaccess` or `index.html`: a file with
/// another name than a scan would give it is not believed.
struct DerivedNames {
  private let plan: OutputPlan

  /// Returns nil if no scan writes such settings.
  init?(_ settings: JSONValue) {
    guard var options = SettingsReader.optionsWithoutPrograms(in: settings) else { return nil }
    // Beside a page there are strips, which the settings do not name.
    options.keepsStrips = true
    plan = OutputPlan(options.pictures, formats: options.formats)
  }

  func contain(filesOf entry: ManifestEntry) -> Bool {
    let files = entry.files
    if files.isEmpty { return true }
    guard !entry.isStale, CandidateName.isRecording(entry.path) else { return false }
    var names = plan.names(of: entry.path)
    // A copy of album art is named by the content of the art, which no option shapes.
    if let copy = entry.facts?.cover?.art?.copyPath {
      names.append(copy)
    }
    return files.allSatisfy { file in names.contains(file.path.path) }
  }
}

/// Recordings whose files would have the names of another recording's, as on FAT: its file systems do
/// not distinguish `Song.wav` from `song.wav`.
///
/// The first in the order of paths gets its files. The others fail, so that no picture shows another
/// recording: names that differ would depend on what else is in the library, and links to pictures
/// would break when a recording is added.
struct SharedNames {
  /// Each recording without a name of its own, and the one that has it.
  let owners: [RawPath: RawPath]

  static let none = SharedNames(owners: [:])

  private init(owners: [RawPath: RawPath]) { self.owners = owners }

  /// Finds the recordings that share names in this output; none if it distinguishes all names.
  init(among recordings: some Sequence<RawPath>, in output: borrowing Folder) {
    // Comparing all names takes as long as reading their folders.
    guard Self.ignoresCase(output) else {
      owners = [:]
      return
    }
    var first: [String: RawPath] = [:]
    var owners: [RawPath: RawPath] = [:]
    for recording in recordings {
      guard let text = recording.text else { continue }
      // Strings are equal if they only differ in how letters are composed, which such file systems
      // may ignore as well.
      let folded = Self.folded(text)
      if let owner = first[folded] {
        owners[recording] = owner
      } else {
        first[folded] = recording
      }
    }
    self.owners = owners
  }

  /// Returns a name in the letters in which such a file system compares it.
  static func folded(_ name: String) -> String { name.lowercased() }

  /// Returns whether the lock of the output, which exists, has a second name in capitals.
  // Tried, and not asked of the kernel, which has no one call for FAT, network disks and folders of ext4.
  static func ignoresCase(_ output: borrowing Folder) -> Bool {
    do throws(SystemFailure) {
      let inCapitals = RawPath(OutputLock.name.lossyText.uppercased())
      let lock = try output.statusIfPresent(of: OutputLock.name)
      let capitals = try output.statusIfPresent(of: inCapitals)
      guard let lock, let capitals else { return false }
      return lock.identity.inode == capitals.identity.inode
        && lock.identity.device == capitals.identity.device
    } catch {
      return false
    }
  }
}

import Codecs
import Decoding
import Outputs
import Waveform
import WavethumbBytes

/// A measurement from elsewhere or earlier, drawn without decoding.
enum ImportedRecording {
  case bars(ImportedBars)
  case points(ImportedPoints)

  /// The kind of a data file by its first bytes; a broken `.dat` file is recognised only by its
  /// extension.
  enum Form {
    case dat, json

    static let startLength = 4096

    init?(start: [UInt8], name: [UInt8]) {
      let hasMark = start.starts(with: [0xEF, 0xBB, 0xBF])
      let text = start.dropFirst(hasMark ? 3 : 0)
      let firstVisible = text.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
      if firstVisible == UInt8(ascii: "{") {
        self = .json
        return
      }
      // Its version is a small number, which no recording begins with.
      let mayBeBroken =
        OutputFormat.named(name) == .dat && start.dropFirst().prefix(3).allSatisfy { $0 == 0 }
      guard DatHead(start) != nil || mayBeBroken else { return nil }
      self = .dat
    }

    /// The largest file that is read.
    var maximumBytes: Int {
      switch self {
      case .dat: ImportedPoints.maximumDatBytes
      // A million bars of 17 digits take 20 MB. A bound, as the file is read into memory.
      case .json: 1 << 26
      }
    }
  }

  init(
    _ form: Form,
    _ bytes: [UInt8],
    isStopped: @escaping () -> Bool = { false }
  ) throws(ImportFailure) {
    guard bytes.count <= form.maximumBytes else {
      throw .tooLong(maximumBytes: form.maximumBytes)
    }
    switch form {
    case .dat: self = .points(try ImportedPoints(dat: bytes, isStopped: isStopped))
    case .json: try self.init(json: bytes, isStopped: isStopped)
    }
  }

  private init(json: [UInt8], isStopped: @escaping () -> Bool) throws(ImportFailure) {
    let outline: JSONOutline
    do {
      outline = try JSONOutline(
        of: ImportedBars.members + ImportedPoints.members,
        in: json,
        isStopped: isStopped
      )
    } catch {
      throw ImportFailure(error)
    }
    // Our format may contain `peaks` besides its bars.
    if outline.has("bars") {
      self = .bars(try ImportedBars(outline))
    } else if outline.has("data") {
      self = .points(try ImportedPoints(peaks: outline))
    } else if outline.has("peaks") {
      self = .points(try ImportedPoints(wavesurfer: outline))
    } else {
      throw .missing
    }
  }

  /// Returns a measured recording; with `isZoomed`, its points are joined to longer ones.
  func recording(
    for request: DecodeRequest,
    isZoomed: Bool,
    isStopped: () -> Bool = { false }
  ) throws(ImportFailure) -> DecodedRecording {
    switch self {
    case .bars(let bars): return bars.recording(for: request)
    case .points(var points):
      if let range = request.range {
        points = points.within(start: range.start, end: range.end)
      }
      if let grid = request.points, isZoomed, points.framesPerPoint > 0 {
        points = try points.joined(
          framesPerPoint: grid.framesPerPoint(at: points.sampleRate),
          isStopped: isStopped
        )
      }
      let measurement = try points.measurement(
        split: request.measures.lanes,
        isStopped: isStopped
      )
      let facts = AudioFacts(
        formatName: "waveform data",
        sampleRate: points.sampleRate,
        channels: points.lanes,
        declaredFrames: nil
      )
      var recording = DecodedRecording(facts: facts, digest: nil, measurement: measurement)
      recording.points = points.points
      return recording
    }
  }
}

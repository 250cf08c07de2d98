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
      if Self.isJSON(start) {
        self = .json
        return
      }
      // It begins with its version in four bytes, the lowest first: a small number, which no recording
      // begins with.
      let beginsWithSmallNumber = start.dropFirst().prefix(3).allSatisfy { byte in byte == 0 }
      let mayBeBroken = OutputFormat.named(name) == .dat && beginsWithSmallNumber
      guard DatHeader(start) != nil || mayBeBroken else { return nil }
      self = .dat
    }

    // No recording begins with a brace. Programs on Windows put the byte order mark of UTF-8 before it.
    private static func isJSON(_ start: [UInt8]) -> Bool {
      let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
      let whitespace = Array(" \t\n\r".utf8)
      let hasMark = start.starts(with: byteOrderMark)
      let text = start.dropFirst(hasMark ? byteOrderMark.count : 0)
      let firstVisible = text.first { byte in !whitespace.contains(byte) }
      return firstVisible == UInt8(ascii: "{")
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
    case .bars(let bars): bars.recording(for: request)
    case .points(let points):
      try points.recording(for: request, isZoomed: isZoomed, isStopped: isStopped)
    }
  }
}

extension ImportedPoints {
  /// Returns the points as a measured recording; with `isZoomed`, joined to longer ones.
  fileprivate func recording(
    for request: DecodeRequest,
    isZoomed: Bool,
    isStopped: () -> Bool
  ) throws(ImportFailure) -> DecodedRecording {
    var points = self
    if let range = request.range {
      points = points.within(start: range.start, end: range.end)
    }
    // Only longer ones can be made of points: the samples between two of them are gone.
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
    var recording = DecodedRecording(facts: facts, measurement: measurement)
    recording.points = points.points
    return recording
  }
}

import Outputs

@testable import Codecs
@testable import Decoding
@testable import Waveform
@testable import WavethumbBatch
@testable import WavethumbBytes
@testable import WavethumbLibrary
@testable import WavethumbOptions
@testable import WavethumbSystem

/// The parsers of untrusted bytes; each must return without a trap.
// A `precondition` states what a parser promises about any bytes: where one does not hold, a fuzzer stops
// as at a trap. What is thrown is dropped, since to reject bytes is what a parser may do.
enum Parser {
  // The first byte of an input selects by position. `scripts/fuzz` makes inputs for 20 positions, a number
  // that grows with this list.
  static let all: [@Sendable ([UInt8]) -> Void] = [
    json, manifest, picture, tag, chunks, guess, globs, rules, recording, failure, measurement,
    message, answer, memory, data, player, movie, written, head, cached,
  ]

  static func json(_ bytes: [UInt8]) {
    do { _ = try JSONValue(bytes) } catch {}
  }

  static func manifest(_ bytes: [UInt8]) {
    // The reader wants a path; a file in memory has one in /proc, and costs no disk.
    if let number = DescriptorSystem.file(holding: bytes) {
      let file = Descriptor(owning: number)
      do {
        var reader = try ManifestReader(RawPath("/proc/self/fd/\(file.number)"))
        while let element = try reader.next() {
          _ = element.entry?.text()
        }
      } catch {}
    }
    _ = GeneratedText(bytes).isOurs
    _ = OutputList.mark(ofFileBeginning: bytes)
    _ = OutputList.recordingName(of: bytes)
  }

  static func picture(_ bytes: [UInt8]) {
    _ = PNGChunks(bytes)
    _ = PNGChunks.software(ofFirstBytes: bytes)
  }

  static func tag(_ bytes: [UInt8]) {
    _ = ID3Tag(ByteSource(bytes: bytes), at: 0)
  }

  static func chunks(_ bytes: [UInt8]) {
    let source = ByteSource(bytes: bytes)
    guard let dialect = ChunkDialect(bytes) else { return }
    let survey = ChunkSurvey(source, at: 0, of: dialect)
    _ = ChunkMetadata(survey, in: source, sampleRate: 44_100)
    _ = ChunkFormat(survey, in: source)
  }

  static func guess(_ bytes: [UInt8]) {
    _ = ContentGuess(bytes)
    _ = AUHeader(bytes)
    let source = ByteSource(bytes: bytes)
    for coding in [OggCoding.vorbis, .opus] {
      _ = OggSurvey(source, at: 0, coding: coding)
      _ = OggRepair(source, at: 0, coding: coding)
    }
    var runs = FLACRuns(source, at: 0)
    while runs?.next(after: 0) != nil {}
    if let found = MPEGSearch(source: source).first(from: 0, within: bytes.count) {
      let begin = CodedFrame(number: 0, offset: found.offset)
      var walk = MPEGFrameWalk(source, from: begin, as: found.header)
      walk?.advance(to: .max, in: source)
    }
  }

  static func globs(_ bytes: [UInt8]) {
    // A pattern and a path, of which neither has a zero byte.
    let middle = bytes.firstIndex(of: 0) ?? bytes.count / 2
    let path = Array(bytes[middle...])
    let glob = Glob(Array(bytes[..<middle]))
    _ = glob?.matches(path, in: path.indices, isFolder: false)
  }

  static func rules(_ bytes: [UInt8]) {
    let middle = bytes.firstIndex(of: 0) ?? bytes.count / 2
    let path = Array(bytes[middle...])
    let rules = IgnoreRules(Array(bytes[..<middle]))
    _ = rules.verdict(on: path, in: path.indices, isFolder: true)
  }

  static func recording(_ bytes: [UInt8]) {
    guard let recording = DecodedRecording(encoded: bytes) else { return }
    _ = recording.measurement.mix.bars(100, measure: .rms)
    // What was accepted can be written and read: the cache does both. Texts may be cut, hence no equality.
    precondition(DecodedRecording(encoded: recording.encoded()) != nil)
  }

  static func failure(_ bytes: [UInt8]) {
    _ = DecodeFailure(encoded: bytes)
  }

  static func measurement(_ bytes: [UInt8]) {
    guard let measurement = WaveformMeasurement(encoded: bytes) else { return }
    _ = measurement.mix.bars(1000, measure: .peak)
    precondition(WaveformMeasurement(encoded: measurement.encoded()) == measurement)
  }

  static func message(_ bytes: [UInt8]) {
    _ = WorkerMessage(packet: bytes)
    _ = DecodeQuestion(encoded: bytes)
  }

  static func answer(_ bytes: [UInt8]) {
    let whole = Result<DecodedRecording, DecodeFailure>(encoded: bytes)
    let part = Result<DecodedPart, DecodeFailure>(encoded: bytes)
    let probed = Result<ProbedRecording, DecodeFailure>(encoded: bytes)
    // A worker that was taken over says how long a recording is, from which the parent computes parts.
    if case .success(let recording)? = probed {
      _ = try? DecodeSplit(of: recording, byteCount: 1 << 30)
    }
    _ = (whole, part)
  }

  static func data(_ bytes: [UInt8]) {
    importAndWrite(.dat, bytes: bytes)
  }

  static func player(_ bytes: [UInt8]) {
    importAndWrite(.json, bytes: bytes)
  }

  private static func importAndWrite(_ form: ImportedRecording.Form, bytes: [UInt8]) {
    do throws(ImportFailure) {
      let given = try ImportedRecording(form, bytes)
      // The length of the input chooses the options, so that a fuzzer varies them as well.
      let hasEnd = bytes.count % 3 == 0
      var request = DecodeRequest(split: bytes.count % 2 == 0)
      request.points = .framesPerPoint(bytes.count * 7)
      request.range = TimeRange(start: Double(bytes.count % 5), end: hasEnd ? 9 : nil)
      for isZoomed in [false, true] {
        let recording = try given.recording(for: request, isZoomed: isZoomed)
        _ = recording.measurement.mix.bars(100, measure: .peak)
        write(recording)
      }
    } catch {
      _ = error.text
    }
  }

  /// Writes all data formats of a recording, and a picture in the style of audiowaveform.
  private static func write(_ recording: DecodedRecording) {
    let formats = Set(OutputFormat.allCases.filter { $0.kind == .data })
    var request = OutputRequest(formats: formats, styles: [], scales: [])
    request.points = 30
    let picture = AudiowaveformPicture(AudiowaveformLook())
    let shown = OutputSource(
      facts: recording.facts,
      measurement: recording.measurement,
      stem: "",
      points: recording.points
    )
    let outputs = OutputList.outputs(for: request) + [PointsText(zoom: request.zoom), picture]
    for output in outputs {
      do { _ = try output.write(shown) { _ in } } catch {}
    }
  }

  /// Parses the chapters of an MP4 file, and the cover art of any.
  static func movie(_ bytes: [UInt8]) {
    let source = ByteSource(bytes: bytes)
    precondition(MP4Chapters.cues(in: source).count <= AudioCue.maximumCount)
    _ = EmbeddedPictures(of: source).best
  }

  /// Parses the head of a WAV stream of samples, and its tags.
  static func head(_ bytes: [UInt8]) {
    if let header = PCMStreamHeader(bytes) {
      precondition(header.start <= bytes.count)
    }
    _ = AudioTags(infoOf: bytes)
  }

  /// Parses the files that ledgers and run files name, in order and in any order.
  static func written(_ bytes: [UInt8]) {
    for isWhole in [false, true] {
      var files = OwnedFiles()
      files.add(section: bytes, isWhole: isWhole)
      files.add(section: Array(bytes.reversed()), isWhole: isWhole)
      for bytes in NulTerminatedLines(bytes) {
        guard let line = OwnedLine(bytes) else { continue }
        precondition(isWhole || files.versions(of: line.path).contains(line.file))
      }
    }
  }

  /// Parses a file of the cache, and takes from it what all measures ask for.
  static func cached(_ bytes: [UInt8]) {
    guard let entry = CachedEntry(encoded: bytes) else { return }
    precondition(CachedEntry(encoded: entry.encoded()) == entry)
    guard case .recording(let frame, let sections) = entry,
      let recording = DecodedRecording(encoded: Array(frame))
    else { return }
    var measurement = recording.measurement
    var asked: [UInt8: [UInt8]] = [:]
    for measure in Measures.kinds {
      asked[measure.kind] = measure.init().encoded()
    }
    measurement.add(sections, for: Measures(asked: asked))
    _ = measurement.sections
  }

  static func memory(_ bytes: [UInt8]) {
    _ = Sightings(bytes)
    let middle = bytes.count / 2
    let records = LedgerRecords(
      records: Array(bytes[..<middle]),
      paths: Array(bytes[middle...]),
      digest: nil
    )
    guard let index = records else { return }
    for position in 0..<index.count {
      let record = index[position]
      _ = index.path(position)
      _ = index.tables.sizes(of: record)
      _ = index.tables.problem(record.problem)
    }
  }
}

import Codecs
import Decoding
import Glibc
import Outputs
import Waveform
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// Gets the measurement of an input, depending on its first bytes.
struct RenderReading {
  typealias Read = (recording: DecodedRecording, source: OutcomeSource)

  // A file that changes twice is still being written, and its picture would be old at once.
  private static let maximumTries = 2
  /// A shorter stream stays in memory.
  // A second of uncompressed sound takes a sixth of it, a minute of MP3 all of it.
  private static let maximumInMemory = 1 << 20
  /// Enough of a stream for a decoder to identify it.
  // Album art in tags, which comes before the sound, may have some megabytes.
  private static let enoughToRecognize = 1 << 22
  /// More bytes of uncompressed samples than this are measured as they arrive, without storing them.
  // 25 minutes of CD sound. What is shorter is stored, and decoded by all processors.
  private static let maximumSamplesSize = 1 << 28

  let interruption: Interruption
  let reader: RecordingReader
  let report: Report
  let threads: RunThreads
  /// Whether a zoom was requested; without one, given points keep their duration.
  private let isZoomed: Bool
  private let showsSpectrum: Bool

  var request: DecodeRequest { reader.request }

  init(
    _ options: RenderOptions,
    ffmpeg: FFmpegProgram?,
    report: Report,
    interruption: Interruption,
    on threads: RunThreads
  ) {
    self.interruption = interruption
    self.report = report
    self.threads = threads
    let request = DecodeRequest(options)
    isZoomed = options.pictures.data.asks(.zoom)
    let needs = OutputPlan(options.pictures, formats: [options.format]).needs
    showsSpectrum = needs.measuresSpectrum || request.measures.spectrogramColumns != nil
    let cache = CacheFolder.requested(by: options.cache, report: report)
    reader = RecordingReader(
      options.recordings,
      pool: WorkerPool(options.decoding),
      summaries: cache.map { cache in SummaryCache(cache, budget: Int64(options.cache.budget)) },
      request: request,
      ffmpeg: ffmpeg,
      interruption: interruption
    )
  }

  /// Returns the recording; with `raw` the input is samples without a header.
  func recording(
    of input: borrowing RenderInput,
    raw: PCMStreamHeader? = nil
  ) async throws -> Read {
    if input.isStream || raw != nil {
      return try await fromStream(input, raw: raw)
    }
    return try await fromFile(input)
  }

  /// A file that changes while it is read is tried once more.
  private func fromFile(_ input: borrowing RenderInput) async throws -> Read {
    var before = input.status.identity
    for _ in 0..<Self.maximumTries {
      var read: Read?
      do {
        let start = try input.read(ImportedRecording.Form.startLength)
        if let form = ImportedRecording.Form(start: start, name: input.name.bytes) {
          let bytes = try input.read(form.maximumBytes + 1)
          read = try imported(form, bytes: bytes, of: input)
        } else {
          read = try await decode(input.descriptor, named: input.name)
        }
      } catch DecodeFailure.changed {
        // It is tried again.
      }
      let after = try input.descriptor.status(input.name).identity
      if let read, after == before { return read }
      before = after
    }
    throw DecodeFailure.changed
  }

  private func fromStream(
    _ input: borrowing RenderInput,
    raw: PCMStreamHeader?
  ) async throws -> Read {
    var stream = StreamReader(input.descriptor.number, cancel: interruption.descriptor)
    if let raw { return try measure(&stream, header: raw, after: []) }

    let start = try stream.next(atLeast: Self.maximumInMemory)
    if let form = ImportedRecording.Form(start: start, name: []) {
      // One byte more shows that it is too long.
      let rest = try stream.next(atLeast: form.maximumBytes + 1 - start.count)
      return try imported(form, bytes: start + rest, of: input)
    }
    if let header = PCMStreamHeader(start) {
      // Without a length, a stream may be endless.
      let isLong = header.declaredBytes ?? .max > Self.maximumSamplesSize
      if isLong { return try measure(&stream, header: header, after: start) }
    }

    // A decoder seeks, which a stream cannot: it gets a file in memory, or one on the disk.
    if start.count < Self.maximumInMemory, let file = DescriptorSystem.file(holding: start) {
      return try await decode(Descriptor(owning: file), named: input.name, isStream: true)
    }
    let file = try stored(&stream, after: start, named: input.name)
    return try await decode(file, named: input.name, isStream: true)
  }

  /// Samples need no decoder: they are measured as they arrive, without storing them.
  private func measure(
    _ stream: inout StreamReader,
    header: PCMStreamHeader,
    after start: [UInt8]
  ) throws -> Read {
    var measuring = PCMStreamMeasuring(header, request)
    let spool = PointsSpool()
    try measuring.add(start[...])
    while true {
      let bytes = try stream.next()
      if bytes.isEmpty { break }
      try measuring.add(bytes)
      spool.add(measuring.drainPoints())
    }
    spool.add(measuring.drainLastPoints())
    let measured = try measuring.finish()
    let recording = try spool.recording(.success(measured), request).get()
    return (recording, .decoded)
  }

  /// Stores a stream in an unnamed file, which vanishes when it is closed: decoders seek in it.
  private func stored(
    _ stream: inout StreamReader,
    after start: [UInt8],
    named name: RawPath
  ) throws -> Descriptor {
    let folder = Environment.value("TMPDIR") ?? "/tmp"
    do {
      let file = try Folder(at: folder).unnamedFile()
      try file.write(start, folder)
      var length = start.count
      var isKnown = false
      while true {
        let bytes = try stream.next()
        if bytes.isEmpty { return file }
        try file.write(Array(bytes), folder)
        length += bytes.count
        // Endless noise must not fill the disk before its format is checked.
        if !isKnown, length >= Self.enoughToRecognize {
          try refuseWhatIsNoRecording(file, named: name)
          isKnown = true
        }
      }
    } catch let failure as SystemFailure {
      throw RunFailure.streamUnkept(folder.bytes, errno: failure.errno)
    }
  }

  private func imported(
    _ form: ImportedRecording.Form,
    bytes: [UInt8],
    of input: borrowing RenderInput
  ) throws -> Read {
    do throws(ImportFailure) {
      let imported = try ImportedRecording(form, bytes) { interruption.requested }
      if case .bars(let bars) = imported, let excess = bars.excess {
        report.say(.barsBeyond(count: excess.count, first: excess.first, height: excess.height))
      }
      let recording = try imported.recording(for: request, isZoomed: isZoomed) {
        interruption.requested
      }
      if showsSpectrum, recording.measurement.spectrum == WaveformSpectrum() {
        report.say(.noSpectrum(input.name.bytes))
      }
      return (recording, .decoded)
    } catch {
      if error == .stopped { throw WorkError.cancelled }
      throw RunFailure.badBars(input.name.bytes, detail: error.text)
    }
  }
}

import Codecs
import Glibc

/// From an input to its measurement, by the way that its first bytes ask for.
struct RenderReading {
  private static let mostTries = 2
  private static let startLength = 4096

  private let interruption: Interruption
  private let pool: WorkerPool
  private let request: DecodeRequest
  private let decoding: RecordingDecoding

  init(
    _ options: RenderOptions, _ ffmpeg: FFmpegProgram?, _ interruption: Interruption
  ) {
    self.interruption = interruption
    pool = WorkerPool(
      isolation: options.decoding.isolation, timeout: options.decoding.timeoutSeconds, size: 1)
    request = DecodeRequest(options.pictures, options.decoding)
    decoding = RecordingDecoding(
      pool: pool, request: request, ffmpeg: ffmpeg, cancel: interruption.descriptor)
  }

  func recording(of input: borrowing RenderInput) throws(RenderStop) -> DecodedRecording {
    input.isStream ? try fromStream(input) : try fromFile(input)
  }

  /// What is written to while it is read is tried once more.
  private func fromFile(_ input: borrowing RenderInput) throws(RenderStop) -> DecodedRecording {
    var before = input.status.identity
    for _ in 0..<Self.mostTries {
      let result: Result<DecodedRecording, DecodeFailure>
      if GivenBars.areLikely(in: try input.read(Self.startLength)) {
        result = .success(try bars(in: try input.read(GivenBars.mostBytes + 1), input))
      } else {
        result = decode(input.descriptor)
      }
      let after = try input.statusNow().identity
      if result != .failure(.changed), after == before { return try recording(result) }
      before = after
    }
    throw .problem(.changed)
  }

  private func fromStream(_ input: borrowing RenderInput) throws(RenderStop) -> DecodedRecording {
    var stream = StreamReader(input.descriptor.number, cancel: interruption.descriptor)
    do {
      let start = try stream.next(atLeast: StreamSpool.mostInMemory)
      if GivenBars.areLikely(in: start) {
        let rest = try stream.next(atLeast: GivenBars.mostBytes + 1 - start.count)
        return try bars(in: start + rest, input)
      }
      if let header = PCMStreamHeader(start), StreamSpool.isTooMuch(header.declaredBytes) {
        return try measure(header, start, &stream)
      }
      return try spooled(start, &stream)
    } catch let stop as StreamReader.Stop {
      throw RenderStop(stop)
    } catch let failure as DecodeFailure {
      throw RenderStop(failure)
    } catch let stop as RenderStop {
      throw stop
    } catch {
      throw .problem(.unreadable(errno: EIO))
    }
  }

  /// Samples need no decoder: they are measured as they come, and kept nowhere.
  private func measure(
    _ header: PCMStreamHeader, _ start: [UInt8], _ stream: inout StreamReader
  ) throws -> DecodedRecording {
    var measuring = PCMStreamMeasuring(header, request)
    try measuring.add(start[...])
    while true {
      let count = try stream.fill()
      if count == 0 { break }
      try measuring.add(stream.block.prefix(count))
    }
    return try measuring.finish()
  }

  /// Keeps the rest of the stream, as decoders go to and fro in it.
  private func spooled(
    _ start: [UInt8], _ stream: inout StreamReader
  ) throws -> DecodedRecording {
    if start.count < StreamSpool.mostInMemory, let file = WorkerSystem.file(holding: start) {
      return try recording(decode(Descriptor(owning: file)))
    }
    var spool = try StreamSpool()
    try spool.add(start[...])
    var isKnown = false
    while true {
      let count = try stream.fill()
      if count == 0 { break }
      try spool.add(stream.block.prefix(count))
      if !isKnown, spool.count >= StreamSpool.enoughToRecognise {
        try refuseWhatIsNoRecording(spool.file)
        isKnown = true
      }
    }
    return try recording(decode(spool.file))
  }

  /// Endless noise must not fill the disk before somebody looks at it.
  private func refuseWhatIsNoRecording(_ file: borrowing Descriptor) throws(RenderStop) {
    let probed = pool.probe(
      descriptor: file.number, request: request, cancel: interruption.descriptor)
    guard case .failure(let failure) = probed else { return }
    switch failure {
    case .audio(.unsupported) where decoding.ffmpeg != nil: return
    case .audio(.notAudio), .audio(.unsupported), .audio(.gitLFSPointer), .cancelled, .noWorker:
      throw RenderStop(failure)
    default: return
    }
  }

  private func decode(
    _ file: borrowing Descriptor
  ) -> Result<DecodedRecording, DecodeFailure> {
    decoding.decode(file).result
  }

  private func recording(
    _ result: Result<DecodedRecording, DecodeFailure>
  ) throws(RenderStop) -> DecodedRecording {
    switch result {
    case .success(let recording): return recording
    case .failure(let failure): throw RenderStop(failure)
    }
  }

  private func bars(
    in json: [UInt8], _ input: borrowing RenderInput
  ) throws(RenderStop) -> DecodedRecording {
    do {
      return try GivenBars(json: json).recording
    } catch {
      throw .impossible(.badBars(input.name.bytes, detail: error.words))
    }
  }
}

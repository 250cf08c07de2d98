import Codecs
import Waveform
package import WavethumbBytes
import WavethumbSystem

/// The encoding of an answer: a value, or a failure.
enum DecodeAnswer {
  static func encoded(
    _ answer: @autoclosure () throws(DecodeFailure) -> some ByteCoded
  ) -> [UInt8] {
    Result { () throws(DecodeFailure) in try answer() }.encoded()
  }

  static func encoded(failure: DecodeFailure) -> [UInt8] { [0] + failure.encoded() }

  static func isSuccess(_ bytes: [UInt8]) -> Bool { bytes.first == 1 }
}

extension Result: ByteCoded where Success: ByteCoded, Failure: ByteCoded {
  package func append(to writer: inout ByteWriter) {
    switch self {
    case .success(let value): writer.append(all: true, value)
    case .failure(let failure): writer.append(all: false, failure)
    }
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    if try reader.bool() {
      self = .success(try reader.read())
    } else {
      self = .failure(try reader.read())
    }
  }
}

extension DecodeQuestion {
  /// Serializes decoding in this process: the libraries' global state may not be thread-safe.
  private static let inProcess = Locked(())

  /// Answers in this process, as a worker would.
  func answerInProcess<Answer: ByteCoded>(
    _ descriptor: CInt,
    cancel: CInt?,
    emit: (DecodeEvent) -> Void
  ) -> Result<Answer, DecodeFailure> {
    lend(emit) { emit in
      let bytes = Self.inProcess.withLock { _ in
        answer(descriptor, emit: emit) { soFar, _ in
          emit(.decoded(soFar))
          guard let cancel else { return true }
          return !DescriptorSystem.isReadable(cancel)
        }
      }
      // Through bytes as between two processes, so that both ways give the same answer.
      return Result(encoded: bytes) ?? .failure(.crashed(signal: 0))
    }
  }

  /// Encodes the answer to a question about an open file.
  package func answer(
    _ descriptor: CInt,
    emit: @escaping (DecodeEvent) -> Void,
    heartbeat: @escaping RecordingDecoder.Heartbeat
  ) -> [UInt8] {
    func decoder(_ request: DecodeRequest) -> RecordingDecoder {
      RecordingDecoder(descriptor: descriptor, request: request, emit: emit, heartbeat: heartbeat)
    }
    switch self {
    case .whole(let request): return DecodeAnswer.encoded(try decoder(request).whole())
    case .part(let request, let part):
      return DecodeAnswer.encoded(try decoder(request).part(part))
    case .probe(let request): return DecodeAnswer.encoded(try decoder(request).probe())
    case .openOnly(let request): return DecodeAnswer.encoded(try decoder(request).openOnly())
    case .stream(let request):
      let decoder = StreamDecoder(
        descriptor: descriptor,
        request: request,
        emit: emit,
        heartbeat: heartbeat
      )
      return DecodeAnswer.encoded(try decoder.recording())
    case .cover: return DecodeAnswer.encoded(try decoder(DecodeRequest()).cover())
    case .pixels(let factor):
      return DecodeAnswer.encoded(try decoder(DecodeRequest()).pixels(factor: factor))
    }
  }
}

extension DecodedRecording: ByteCoded {
  package func append(to writer: inout ByteWriter) {
    facts.append(to: &writer)
    writer.append(counted: measurement.encoded())
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    facts = try reader.read()
    let bytes = try reader.countedBytes(atMost: WorkerMessage.maximumAnswerSize)
    guard let measurement = WaveformMeasurement(encoded: bytes) else { throw MalformedBytes() }
    self.measurement = measurement
  }
}

extension DecodedPart: ByteCoded {
  package func append(to writer: inout ByteWriter) {
    writer.append(counted: measured.encoded())
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    let bytes = try reader.countedBytes(atMost: WorkerMessage.maximumAnswerSize)
    guard let measured = WaveformPart(encoded: bytes) else { throw MalformedBytes() }
    self.measured = measured
  }
}

extension ProbedRecording: ByteCoded {
  package func append(to writer: inout ByteWriter) {
    writer.append(all: facts, expectedFrames, isDivisible)
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    facts = try reader.read()
    expectedFrames = try reader.read()
    isDivisible = try reader.bool()
  }
}

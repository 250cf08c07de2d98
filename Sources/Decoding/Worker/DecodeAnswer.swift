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
  package init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    let isSuccess = try coder.bool(value.map { $0.success != nil })
    if isSuccess {
      self = .success(try coder.field(value?.success))
    } else {
      self = .failure(try coder.field(value?.failure))
    }
  }

  private var success: Success? {
    switch self {
    case .success(let value): value
    case .failure: nil
    }
  }

  private var failure: Failure? {
    switch self {
    case .success: nil
    case .failure(let failure): failure
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
  package init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    facts = try coder.field(value?.facts)
    measurement = try coder.countedField(
      value?.measurement,
      atMost: WorkerMessage.maximumAnswerSize
    )
  }
}

extension DecodedPart: ByteCoded {
  package init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    measured = try coder.countedField(value?.measured, atMost: WorkerMessage.maximumAnswerSize)
  }
}

extension ProbedRecording: ByteCoded {
  package init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    facts = try coder.field(value?.facts)
    expectedFrames = try coder.field(value?.expectedFrames)
    isDivisible = try coder.field(value?.isDivisible)
  }
}

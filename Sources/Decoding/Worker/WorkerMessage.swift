import WavethumbBytes
import WavethumbSystem

/// A message of a worker, one packet each.
enum WorkerMessage: Equatable {
  /// The sandbox is set up: its layers, and the error number of each missing one.
  case ready(active: SandboxLayers, refused: [CInt])
  /// Progress of decoding; `progress` also counts blocks read for the first time.
  case heartbeat(DecodedSoFar, progress: UInt64)
  case preview(DecodePreview)
  /// The next bytes of a stream: the points of a zoomed waveform, or a picture.
  case bytes(ArraySlice<UInt8>)
  /// The beginning of an answer of `total` bytes.
  case answer(total: Int, resident: Int64, part: ArraySlice<UInt8>)
  case more(ArraySlice<UInt8>)
  /// The recording needs more memory than a worker may use.
  case outOfMemory

  package enum Kind: UInt8 {
    case ready = 1
    case heartbeat, answer, more, outOfMemory, preview, bytes
  }

  // Packets keep their borders, so neither side has to find the beginning of a message. Sockets of
  // packets refuse longer ones than their buffer, which is some 200 KB by default.
  static let maximumPacketSize = 65_536
  /// The largest answer: 33 summaries of 24 KB, a spectrum, tags and the digests of many blocks.
  // The parent holds an answer for each worker: without a limit, a hostile one could fill its memory.
  static let maximumAnswerSize = 12 << 20
  // The kind, the total and the resident bytes.
  private static let answerHeader = 1 + 4 + 8

  var packet: [UInt8] { encoded() }

  /// Decodes a packet that a hostile worker may have sent.
  init?(packet: [UInt8]) { self.init(encoded: packet) }

  static func packets(answer: [UInt8], resident: Int64) -> [[UInt8]] {
    let first = answer.prefix(maximumPacketSize - answerHeader)
    var packets = [
      WorkerMessage.answer(total: answer.count, resident: resident, part: first).packet
    ]
    var rest = answer.dropFirst(first.count)
    while !rest.isEmpty {
      let part = rest.prefix(maximumPacketSize - 1)
      packets.append(WorkerMessage.more(part).packet)
      rest = rest.dropFirst(part.count)
    }
    return packets
  }
}

extension WorkerMessage: ByteCoded {
  init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    switch try coder.kind(value?.kind) {
    case .ready:
      let active = try coder.integer(value?.ready?.active.rawValue)
      var refused: [CInt] = []
      for layer in SandboxLayers.names.indices {
        refused.append(try coder.field(value?.ready?.refused[layer]))
      }
      self = .ready(active: SandboxLayers(rawValue: active).intersection(.all), refused: refused)
    case .heartbeat:
      let soFar = DecodedSoFar(
        milliseconds: try coder.field(value?.heartbeat?.soFar.milliseconds),
        bytes: try coder.field(value?.heartbeat?.soFar.bytes)
      )
      self = .heartbeat(soFar, progress: try coder.field(value?.heartbeat?.progress))
    case .preview: self = .preview(try coder.field(value?.preview))
    case .answer:
      let total = Int(try coder.integer(value?.answer.map { UInt32(clamping: $0.total) }))
      let resident: Int64 = try coder.field(value?.answer?.resident)
      let part = try coder.bytes(value?.rest, count: coder.left)
      try coder.require(total <= Self.maximumAnswerSize && part.count <= total && resident >= 0)
      self = .answer(total: total, resident: resident, part: part)
    case .bytes: self = .bytes(try coder.bytes(value?.rest, count: coder.left))
    case .more: self = .more(try coder.bytes(value?.rest, count: coder.left))
    case .outOfMemory: self = .outOfMemory
    }
  }

  private var kind: Kind {
    switch self {
    case .ready: .ready
    case .heartbeat: .heartbeat
    case .preview: .preview
    case .bytes: .bytes
    case .answer: .answer
    case .more: .more
    case .outOfMemory: .outOfMemory
    }
  }

  private var ready: (active: SandboxLayers, refused: [CInt])? {
    if case .ready(let active, let refused) = self { (active, refused) } else { nil }
  }

  private var heartbeat: (soFar: DecodedSoFar, progress: UInt64)? {
    if case .heartbeat(let soFar, let progress) = self { (soFar, progress) } else { nil }
  }

  private var preview: DecodePreview? {
    if case .preview(let preview) = self { preview } else { nil }
  }

  private var answer: (total: Int, resident: Int64)? {
    if case .answer(let total, let resident, _) = self { (total, resident) } else { nil }
  }

  /// The bytes up to the end of the packet, if a message ends with some.
  private var rest: ArraySlice<UInt8>? {
    switch self {
    case .answer(_, _, let bytes), .bytes(let bytes), .more(let bytes): bytes
    case .ready, .heartbeat, .preview, .outOfMemory: nil
    }
  }
}

/// Reports progress to the parent a few times per second.
struct WorkerHeartbeat {
  // Half a packet, so that a packet always holds it.
  private static let maximumAtOnce = 32 << 10

  let channel: WorkerChannel
  // As often as the parent looks at the time limit (`WorkerExchange`).
  private var pace = PreviewTimer(seconds: 0.1)

  init(channel: WorkerChannel) { self.channel = channel }

  mutating func beat(_ soFar: DecodedSoFar, progress: UInt64) {
    guard pace.isDue() else { return }
    // A busy parent misses a heartbeat, which must not block the decoder.
    let message = WorkerMessage.heartbeat(soFar, progress: progress)
    _ = channel.send(message.packet, waiting: false)
  }

  func send(_ event: DecodeEvent) {
    switch event {
    case .preview(let preview):
      // The next preview shows more, so a busy parent may miss this one.
      _ = channel.send(WorkerMessage.preview(preview).packet, waiting: false)
    case .bytes(let bytes):
      // The worker blocks until the parent has received all bytes: none of them may be missing.
      for start in stride(from: 0, to: bytes.count, by: Self.maximumAtOnce) {
        let next = bytes[start...].prefix(Self.maximumAtOnce)
        _ = channel.send(WorkerMessage.bytes(next).packet)
      }
    case .decoded, .restarted: break
    }
  }
}

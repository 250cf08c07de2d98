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

  var packet: [UInt8] {
    var writer = ByteWriter()
    switch self {
    case .ready(let active, let refused):
      writer.append(Kind.ready.rawValue)
      writer.append(active.rawValue)
      for (_, error) in zip(SandboxLayers.names, refused) {
        writer.append(error)
      }
    case .heartbeat(let soFar, let progress):
      writer.append(case: Kind.heartbeat, soFar.milliseconds, soFar.bytes, progress)
    case .preview(let preview): writer.append(case: Kind.preview, preview)
    case .answer(let total, let resident, let part):
      writer.append(case: Kind.answer, UInt32(clamping: total), resident)
      return writer.bytes + part
    case .bytes(let bytes): return [Kind.bytes.rawValue] + bytes
    case .more(let part): return [Kind.more.rawValue] + part
    case .outOfMemory: writer.append(case: Kind.outOfMemory)
    }
    return writer.bytes
  }

  /// Decodes a packet that a hostile worker may have sent.
  init?(packet: [UInt8]) {
    guard let first = packet.first, let kind = Kind(rawValue: first) else { return nil }
    var reader = ByteReader(packet.dropFirst())
    do {
      switch kind {
      case .ready:
        let active = SandboxLayers(rawValue: try reader.integer()).intersection(.all)
        var refused: [CInt] = []
        for _ in SandboxLayers.names {
          refused.append(try reader.integer())
        }
        self = .ready(active: active, refused: refused)
      case .heartbeat:
        let soFar = DecodedSoFar(milliseconds: try reader.read(), bytes: try reader.read())
        self = .heartbeat(soFar, progress: try reader.integer())
      case .preview: self = .preview(try reader.read())
      case .answer:
        let total = Int(try reader.integer(UInt32.self))
        let resident = try reader.integer(Int64.self)
        let part = packet.dropFirst(Self.answerHeader)
        guard total <= Self.maximumAnswerSize, part.count <= total, resident >= 0 else {
          return nil
        }
        self = .answer(total: total, resident: resident, part: part)
      case .bytes: self = .bytes(packet.dropFirst())
      case .more: self = .more(packet.dropFirst())
      case .outOfMemory: self = .outOfMemory
      }
    } catch {
      return nil
    }
  }

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

/// Joins the packets of an answer, and validates them as hostile input.
struct AnswerAssembly {
  enum Step {
    case finished(WorkerReply)
    case heartbeat(DecodedSoFar, progress: UInt64)
    case preview(DecodePreview)
    case bytes([UInt8])
    case more
  }

  private var bytes: [UInt8] = []
  private var total: Int?
  private var resident: Int64 = 0

  mutating func take(_ packet: [UInt8]) -> Step {
    switch WorkerMessage(packet: packet) {
    case .heartbeat(let soFar, let progress)? where total == nil:
      return .heartbeat(soFar, progress: progress)
    case .preview(let preview)? where total == nil:
      return .preview(preview)
    case .bytes(let bytes)? where total == nil:
      return .bytes(Array(bytes))
    case .outOfMemory?:
      return .finished(.outOfMemory)
    case .answer(let total, let resident, let part)? where self.total == nil:
      self.total = total
      self.resident = resident
      return append(part, of: total)
    case .more(let part)?:
      guard let total, !part.isEmpty else { return .finished(.nonsense) }
      return append(part, of: total)
    case .ready?, .heartbeat?, .preview?, .bytes?, .answer?, nil:
      return .finished(.nonsense)
    }
  }

  private mutating func append(_ part: ArraySlice<UInt8>, of total: Int) -> Step {
    guard bytes.count + part.count <= total else { return .finished(.nonsense) }
    bytes.append(contentsOf: part)
    return bytes.count == total ? .finished(.answer(bytes, resident: resident)) : .more
  }
}

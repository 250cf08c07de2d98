import WavethumbBytes

/// A walk over chunks before libsndfile reads them: finds truncation, endless loops and metadata.
// libsndfile mends a truncated WAV in silence, so that half a recording would pass for a whole one;
// it calls a CAF that ends early malformed, takes a WAV of a recorder that crashed, which declares
// 0 bytes, for empty, and loops for ever on an INFO chunk of 32 bytes. A thread in a loop of C cannot
// be stopped. So chunks are read here first, and what misleads the library is patched in its input.
struct ChunkSurvey {
  struct Chunk {
    var id: [UInt8]
    var body: Int
    /// The declared size and the size that is present.
    var size: Int
    var present: Int
  }

  let dialect: ChunkDialect
  /// Bytes that libsndfile reads instead of those in the file.
  private(set) var patches: [SourceCursor.BytePatch] = []
  /// Whether the file has sound but declares no length, as after a crash of the recorder.
  private(set) var isUnclosed = false
  /// The present share of the declared bytes of sound; nil if all are present.
  private(set) var share: Double?
  /// The declared size of the sound, or nil if unknown.
  private(set) var declaredSize: Int?
  private(set) var data: Chunk?
  private(set) var formatChunk: Chunk?
  /// The chunks with markers and tags.
  private(set) var metadata: [Chunk] = []
  /// The chunk with the MD5 of the sound.
  private(set) var checksum: Chunk?

  private let source: ByteSource
  private var longDataSize: (value: Int, field: Int)?

  // Real files have some dozen chunks, and a few with text or markers.
  private static let maximumChunks = 4096
  private static let maximumMetadata = 16

  init(_ source: ByteSource, at start: Int, of dialect: ChunkDialect) {
    self.source = source
    self.dialect = dialect
    var offset = start + dialect.firstChunk
    for _ in 0..<Self.maximumChunks {
      guard let chunk = chunk(at: offset) else { break }
      add(chunk)
      let isWhole = chunk.size == chunk.present
      let (next, overflow) = chunk.body.addingReportingOverflow(dialect.padded(chunk.size))
      guard isWhole, !overflow, next > offset, next < source.size else { break }
      offset = next
      // Some writers leave out the byte that makes a size even: then a name stands a byte earlier.
      let isEven = next == chunk.body + chunk.size
      if !isEven, !hasName(at: next), hasName(at: next - 1) {
        offset = next - 1
      }
    }
  }

  private func chunk(at offset: Int) -> Chunk? {
    let header = source.bytes(at: offset, count: dialect.headerLength)
    guard header.count == dialect.headerLength, hasName(at: offset) else { return nil }
    let body = offset + dialect.headerLength
    // Less than the largest number, so that the padded end does not overflow.
    let size = dialect.bodySize(header) ?? Int.max - body - 64
    let present = min(size, source.size - body)
    return Chunk(id: Array(header.prefix(4)), body: body, size: size, present: present)
  }

  private func hasName(at offset: Int) -> Bool {
    let name = source.bytes(at: offset, count: 4)
    return name.count == 4 && name.allSatisfy { letter in (32...126).contains(letter) }
  }

  private mutating func add(_ chunk: Chunk) {
    switch String(decoding: chunk.id, as: UTF8.self) {
    case "ds64":
      let size = source.bytes(at: chunk.body + 8, count: 8).littleEndian64(at: 0)
      longDataSize = (Int(clamping: size), chunk.body + 8)
    case "fmt ", "COMM", "desc": formatChunk = formatChunk ?? chunk
    case "MD5 ":
      if chunk.size == 16, chunk.present == 16 {
        checksum = checksum ?? chunk
      }
    case "data", "SSND":
      if data == nil {
        addData(chunk)
      }
    case "LIST":
      hideIfLooping(chunk)
      fallthrough
    case "cue ", "MARK", "id3 ", "ID3 ", "bext":
      if metadata.count < Self.maximumMetadata {
        metadata.append(chunk)
      }
    default: break
    }
  }

  private mutating func addData(_ chunk: Chunk) {
    data = chunk
    // Up to the end of the file, whatever the chunk declares.
    let present = source.size - chunk.body
    // The size of a long file stands in another chunk.
    var declared = chunk.size
    if dialect == .rf64, chunk.size == 0xFFFF_FFFF, let longDataSize {
      declared = longDataSize.value
    }
    declaredSize = ChunkDialect.known(declared)
    // Up to three bytes may be padding.
    if declared == 0, present > 3, !isFollowedByChunk(chunk) {
      isUnclosed = true
      mendSize(of: chunk, to: present)
    } else if let declaredSize, declaredSize > present {
      share = Double(present) / Double(declaredSize)
      // libsndfile refuses it.
      if dialect == .caf {
        mendSize(of: chunk, to: present)
      }
    }
  }

  /// Returns whether a chunk of size 0 is really empty: another complete one follows.
  private func isFollowedByChunk(_ chunk: Chunk) -> Bool {
    guard let next = self.chunk(at: chunk.body) else { return false }
    return next.size <= next.present
  }

  /// Replaces the declared size of the sound by the number of present bytes.
  private mutating func mendSize(of chunk: Chunk, to present: Int) {
    // The largest number of 32 bits would mean that the size stands elsewhere.
    let shortSize = UInt32(clamping: min(present, 0xFFFF_FFFE)).bigEndianBytes
    let longSize = UInt64(clamping: present).bigEndianBytes
    func patch(at offset: Int, with bytes: [UInt8]) {
      patches.append(.init(offset: offset, bytes: bytes))
    }
    switch dialect {
    case .riff: patch(at: chunk.body - 4, with: shortSize.reversed())
    case .rifx: patch(at: chunk.body - 4, with: shortSize)
    case .rf64:
      guard let longDataSize else { return }
      patch(at: longDataSize.field, with: longSize.reversed())
    case .caf: patch(at: chunk.body - 8, with: longSize)
    case .w64, .iff: break
    }
  }

  /// Hides a chunk whose size overflows libsndfile's 32-bit sum, which would loop forever.
  private mutating func hideIfLooping(_ chunk: Chunk) {
    // A size near 4 GB has two bytes of 0xFF beside each other, which no text has. A list of more than
    // 64 KiB is hidden unread: untuned, since texts of recordings are shorter.
    let searched = 1 << 16
    let bytes = source.bytes(at: chunk.body, count: min(chunk.present, searched))
    let mayOverflow = zip(bytes, bytes.dropFirst()).contains { byte, next in
      byte == 0xFF && next == 0xFF
    }
    if chunk.size > searched || mayOverflow {
      let name = chunk.body - dialect.headerLength
      patches.append(.init(offset: name, bytes: Array("JUNK".utf8)))
    }
  }
}

import WavethumbBytes

/// Identifies a source and opens its decoder.
// The bytes decide, never the name, and they decide here before any library sees them: libmpg123
// decodes a quarter of all files that are not MPEG to noise, and libsndfile opens some MP3 only by
// their name, loops on small hostile headers and believes the lengths that a header declares. MP3
// goes to libmpg123 directly, not through libsndfile: that takes a fifth longer, prints to standard
// error, and does not tell where bytes were skipped.
struct AudioOpening {
  /// A decoder at the beginning, with the metadata of the recording.
  struct Opened {
    var decoder: any AudioDecoder
    /// Whether the file ends within its sound, although it declares no length.
    var isCut = false
    /// The present share of the bytes of sound that the header declares; nil if all are present.
    var shareOfBytes: Double?
    var tags = AudioTags()
    var cues: [AudioCue] = []
    /// The checksum of all samples that the file declares.
    var checksum: SampleChecksum?
  }

  private let source: ByteSource
  private let counted: Int?
  private var tags = AudioTags()
  private var cues: [AudioCue] = []
  /// The offset of the sound, after any ID3v2 tags.
  private var start = 0

  /// The range after a start in which MPEG frames are searched.
  // Untuned. Twice of it finds more chance headers in what is no recording, and takes twice as long
  // for each file that is none.
  private static let maximumGarbageBytes = 1 << 20
  // Programs that do not find an earlier tag write another one before it. Untuned.
  private static let maximumTags = 16
  /// The range in which FLAC and Ogg are searched.
  // Damaged files at hand had up to 5,000 bytes in front.
  private static let maximumJunkBytes = 1 << 16
  /// Chapters after a larger picture are not found.
  // As much as `OggRepair` reads of headers.
  private static let maximumCommentBytes = 1 << 22

  init(_ source: ByteSource, counted: Int? = nil) {
    self.source = source
    self.counted = counted
    for _ in 0..<Self.maximumTags {
      guard let tag = ID3Tag(source, at: start) else { break }
      tags.complete(from: tag.tags)
      if cues.isEmpty {
        cues = tag.chapters
      }
      // A tag that declares more bytes than the file has is wrong, and sound may follow its header.
      if tag.end > source.size {
        start += ID3Tag.headerLength
        break
      }
      start = tag.end
    }
    start = Self.hiddenStart(in: source, behind: start) ?? start
  }

  /// Returns the offset of a FLAC or Ogg stream that follows unknown bytes, or nil if none is near.
  private static func hiddenStart(in source: ByteSource, behind start: Int) -> Int? {
    let head = source.bytes(at: start, count: 4096)
    guard head.first != 0xFF, ContentGuess(head) == .unknown else { return nil }
    let bytes = source.bytes(at: start, count: maximumJunkBytes)
    // Of "fLaC" and "OggS".
    let firstLetters = [UInt8(ascii: "f"), UInt8(ascii: "O")]
    for index in bytes.indices where firstLetters.contains(bytes[index]) {
      let offset = start + index
      if isStream(in: source, at: offset) { return offset }
    }
    return nil
  }

  /// Returns whether a FLAC or Ogg stream begins at an offset; letters alone prove nothing.
  private static func isStream(in source: ByteSource, at offset: Int) -> Bool {
    switch ContentGuess(source.bytes(at: offset, count: 128)) {
    case .sndfile: FLACRuns(source, at: offset) != nil
    case .ogg(.some): OggPage(source, at: offset)?.isUndamaged(source) ?? false
    default: false
    }
  }

  func open(_ limits: AudioLimits) throws(AudioFailure) -> Opened {
    var opened = try decide(limits)
    // A decoder that met a failed read may have taken it for the end of the file.
    if let failure = source.failure { throw .unreadable(errno: failure) }
    let sound = opened.decoder.sound
    try limits.check(channels: sound.channels, sampleRate: sound.sampleRate)
    if case .counted(let frames) = opened.decoder.length {
      try limits.check(frames: frames, sampleRate: sound.sampleRate)
    }
    opened.tags.complete(from: tags)
    opened.tags.complete(from: sound.tags)
    if opened.cues.isEmpty {
      opened.cues = cues
    }
    return opened
  }

  private func decide(_ limits: AudioLimits) throws(AudioFailure) -> Opened {
    let head = source.bytes(at: start, count: 4096)
    if let failure = source.failure { throw .unreadable(errno: failure) }
    if source.size == 0 { throw .empty }
    switch ContentGuess(head) {
    case .empty: throw .notAudio(what: "a tag without sound")
    case .gitLFSPointer: throw .gitLFSPointer
    case .chunks(let dialect): return try openChunks(of: dialect, within: limits)
    case .ogg(let coding): return try openOgg(coding ?? "Ogg")
    case .sndfile: return try openPlain(head)
    case .unsupported(let what):
      if let atoms = MP4Atoms(source, at: start), atoms.first("moov") == nil {
        throw .corrupt(detail: "the index (moov) is missing, as of a recording that was cut off")
      }
      if MP4SoundFormat.isALAC(in: source) {
        throw .unsupported(what: "\(what) with ALAC")
      }
      throw .unsupported(what: what)
    case .other(let what):
      if start > 0, let opened = try openMPEG(from: start, mustFill: true) { return opened }
      throw .notAudio(what: what)
    case .unknown:
      if let opened = try openMPEG(from: start, mustFill: true) { return opened }
      // libsndfile would take a single sync word for MPEG and decode noise.
      if head.starts(with: [0xFF]) {
        throw .notAudio(what: ContentGuess.description(ofUnknown: head))
      }
      return try openPlain(head)
    }
  }

  /// Opens MPEG frames that begin somewhere after an offset, or returns nil if there are none.
  private func openMPEG(from offset: Int, mustFill: Bool = false) throws(AudioFailure) -> Opened? {
    let search = MPEGSearch(source: source)
    let found = search.first(from: offset, within: Self.maximumGarbageBytes)
    guard let first = found else { return nil }
    // Without a name or a container that says so, a few frames are no proof.
    if mustFill, !search.fills(from: first, behind: offset) { return nil }
    var tags = tags
    if let old = ID3v1.tags(source) {
      tags.complete(from: old)
    }
    do {
      let decoder = try MPEGDecoder(source, first: first, from: offset, counted: counted)
      return Opened(decoder: decoder, tags: tags)
    } catch {
      if case .unreadable = error { throw error }
      // The library wants to see a second header behind the first frame, which a single one lacks.
      let decoder = try MPEGDecoder(source, first: first, from: first.offset, lone: true)
      return Opened(decoder: decoder, tags: tags)
    }
  }

  private func openChunks(
    of dialect: ChunkDialect,
    within limits: AudioLimits
  ) throws(AudioFailure) -> Opened {
    let survey = ChunkSurvey(source, at: start, of: dialect)
    let header = ChunkFormat(survey, in: source)
    let isMPEG = header?.isMPEG ?? false
    if isMPEG, let data = survey.data, let opened = try openMPEG(from: data.body) {
      return opened
    }
    let decoder: SndfileDecoder
    do {
      decoder = try SndfileDecoder(SourceCursor(source, start: start, patches: survey.patches))
    } catch {
      if case .unreadable = error { throw error }
      // Numbers beyond the limits are a better reason than what the library makes of them.
      if let header {
        try limits.check(channels: header.channels, sampleRate: header.sampleRate)
      }
      let coding = header?.coding ?? "an encoding of its own"
      let what = "\(dialect.name) with \(coding)"
      if header?.isForeign ?? false { throw .unsupported(what: what) }
      switch error {
      case .unsupported: throw .unsupported(what: what)
      case .notAudio: throw .corrupt(detail: "the \(dialect.name) header leads nowhere")
      case .empty, .gitLFSPointer, .corrupt, .outOfLimits, .tooLong, .tooMuchWork, .unreadable:
        throw error
      }
    }
    let notes = ChunkMetadata(survey, in: source, sampleRate: decoder.sound.sampleRate)
    var tags = decoder.sound.tags
    tags.complete(from: notes.tags)
    var opened = Opened(
      decoder: plain(decoder),
      isCut: survey.isUnclosed,
      shareOfBytes: survey.share,
      tags: tags,
      cues: notes.cues
    )
    opened.checksum = checksum(in: survey, header: header, length: opened.decoder.length)
    return opened
  }

  /// Returns the MD5 of the chunk with the samples; nil if their bytes do not pass through here.
  private func checksum(
    in survey: ChunkSurvey,
    header: ChunkFormat?,
    length: DeclaredLength
  ) -> SampleChecksum? {
    guard let chunk = survey.checksum, let header, let frames = length.frames else { return nil }
    // Of a recording that was cut, the digest of all samples proves nothing.
    let isWhole = survey.declaredSize == frames * header.frameBytes
    guard header.frameBytes > 0, isWhole else { return nil }
    let bytes = source.bytes(at: chunk.body, count: chunk.size)
    // BWF MetaEdit stores it as one little-endian number, the last byte of the digest first. Counted is
    // what is decoded without a library, from the bytes themselves.
    if case .counted = length {
      return SampleChecksum(bytes, .asStored, mayBeReversed: true)
    }
    // libsndfile turns unsigned bytes into 16 bits, which can be turned back; other encodings cannot.
    guard header.tag == 1, header.bits == 8 else { return nil }
    return SampleChecksum(bytes, .unsignedBytes, mayBeReversed: true)
  }

  private func openOgg(_ name: String) throws(AudioFailure) -> Opened {
    guard let coding = OggCoding(rawValue: name) else {
      do {
        return Opened(decoder: try SndfileDecoder(SourceCursor(source, start: start)))
      } catch {
        if case .unreadable = error { throw error }
        throw .unsupported(what: name)
      }
    }
    let comments = OggComments.read(from: source, at: start, atMost: Self.maximumCommentBytes)
    let link = try OggLink(source, at: start, coding: coding)
    let decoder: any AudioDecoder =
      if link.next == nil {
        link.decoder
      } else {
        OggChain(source, from: link)
      }
    return Opened(
      decoder: decoder,
      isCut: link.isCut,
      tags: AudioTags(beyondSndfile: comments),
      cues: CommentChapters.cues(in: comments)
    )
  }

  private func openPlain(_ head: [UInt8]) throws(AudioFailure) -> Opened {
    do {
      if head.starts(with: "fLaC".utf8) { return try openFLAC() }
      let decoder = try SndfileDecoder(SourceCursor(source, start: start))
      let share = AUHeader(head)?.share(ofPresent: source.size - start)
      return Opened(decoder: plain(decoder), shareOfBytes: share)
    } catch {
      throw explained(error, head: head)
    }
  }

  /// Returns the reason for which libsndfile did not open a file, in the words of its format.
  // The library has one reason for HTML, for noise and for a damaged header.
  private func explained(_ error: AudioFailure, head: [UInt8]) -> AudioFailure {
    let known = MagicNumber.sndfile.first { $0.matches(head) }
    let name = known?.name ?? "a file"
    switch error {
    case .unsupported:
      guard head.starts(with: "fLaC".utf8), head.count > 21 else {
        return .unsupported(what: "\(name) with an encoding of its own")
      }
      // The bits per sample are 5 bits of STREAMINFO, less one.
      let highBit = (Int(head[20]) & 1) << 4
      let bits = highBit + (Int(head[21]) >> 4) + 1
      return .unsupported(what: "\(bits)-bit \(name) (the limit is 24 bits)")
    case .notAudio:
      guard ContentGuess(head) == .unknown else {
        return .corrupt(detail: "the \(name) header leads nowhere")
      }
      // In the middle: the beginning may be silence, or what is left of a header.
      let middle = source.bytes(at: source.size / 2, count: 1 << 15)
      if ContentGuess.areSamples(middle) {
        return .corrupt(detail: "samples without the header that declares what they are")
      }
      return .notAudio(what: ContentGuess.description(ofUnknown: head))
    case .empty, .gitLFSPointer, .corrupt, .outOfLimits, .tooLong, .tooMuchWork, .unreadable:
      return error
    }
  }

  private func openFLAC() throws(AudioFailure) -> Opened {
    let decoder = try FLACDecoder(source, at: start)
    var comments = VorbisComments([])
    let block = FLACBlocks(source, at: start).all.first { $0.kind == FLACBlocks.comments }
    if let range = block?.range {
      comments = VorbisComments(source.bytes(at: range.lowerBound, count: range.count))
    }
    var opened = Opened(
      decoder: decoder,
      tags: AudioTags(beyondSndfile: comments),
      cues: CommentChapters.cues(in: comments)
    )
    opened.checksum = decoder.checksum
    return opened
  }

  /// Uncompressed samples need no library.
  private func plain(_ decoder: SndfileDecoder) -> any AudioDecoder {
    if let uncompressed = decoder.uncompressed() { return uncompressed }
    return decoder
  }
}

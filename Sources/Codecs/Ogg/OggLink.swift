/// One of the consecutive streams of an Ogg file, opened for decoding.
struct OggLink {
  /// The first page of a stream with a supported codec.
  struct Start {
    let offset: Int
    let coding: OggCoding

    /// Finds the next start at or after an offset; nil if there is none.
    init?(in source: ByteSource, from offset: Int) {
      var next = offset
      while let page = OggPage.next(in: source, from: next) {
        if page.isFirst,
          case .ogg(let name?) = ContentGuess(source.bytes(at: page.start, count: 128)),
          let coding = OggCoding(rawValue: name)
        {
          self.offset = page.start
          self.coding = coding
          return
        }
        next = page.end
      }
      return nil
    }
  }

  let decoder: any AudioDecoder
  /// Whether invalid bytes follow the last page, which does not declare the end.
  let isCut: Bool
  let next: Start?

  /// Opens the stream as it is, or repaired if it is damaged or rejected by the library.
  init(_ source: ByteSource, at start: Int, coding: OggCoding) throws(AudioFailure) {
    var failure: AudioFailure?
    if let survey = OggSurvey(source, at: start, coding: coding), !survey.needsRepair {
      do {
        self = try Self(source, at: start, surveyed: survey)
        return
      } catch {
        failure = error
      }
    }
    if let repaired = try Self(repairing: source, at: start, coding: coding) {
      self = repaired
      return
    }
    if case .unreadable(let number) = failure { throw .unreadable(errno: number) }
    if case .corrupt(let detail) = failure { throw .corrupt(detail: detail) }
    throw .corrupt(detail: "the \(coding.rawValue) headers are incomplete")
  }

  private init(
    _ source: ByteSource,
    at start: Int,
    surveyed survey: OggSurvey
  ) throws(AudioFailure) {
    // The library would take the position of stray pages after the end for that of the end.
    let decoder = try SndfileDecoder(SourceCursor(source, start: start, end: survey.end))
    decoder.lastPageStart = survey.lastPageStart
    self.decoder = decoder
    isCut = survey.isCut
    next = survey.end.flatMap { Start(in: source, from: $0) }
  }
}

/// The codecs of Ogg that libsndfile decodes.
enum OggCoding: String {
  case vorbis = "Ogg Vorbis"
  case opus = "Ogg Opus"

  /// The number of packets before the sound.
  var headers: Int {
    switch self {
    // Identification, comments and setup.
    case .vorbis: 3
    // Identification and comments.
    case .opus: 2
    }
  }
}

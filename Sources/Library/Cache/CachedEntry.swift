import Codecs
import Decoding
import Waveform
import WavethumbBytes

/// What a file of the cache holds: the one place for its layout.
///
/// | bytes                                       | of                                              |
/// |---------------------------------------------|-------------------------------------------------|
/// | 0, a counted frame, sections                | a recording                                     |
/// | 1, a `CachedFailure`                        | a recording that cannot be decoded              |
/// | 2, sections                                 | a measure with parameters, under a key of its own |
///
/// Sections are their count, and for each the number and the revision of its measure and counted
/// bytes, in ascending order. The frame is a `DecodedRecording` without results.
///
/// | a change of                                 | raises                                          |
/// |---------------------------------------------|-------------------------------------------------|
/// | the result of one measure, or its bytes     | `revision` of that measure: only it is measured again |
/// | levels, facts of headers, or this layout    | `version`: everything is decoded again          |
/// | the rows of `AudioTags`                     | nothing: their names are in the key             |
/// | what ffmpeg decodes                         | `MeasuringKeys.ffmpegVersion`                   |
/// | the envelope (`CacheEntry`)                 | its mark, and the name of `CacheFolder.summaries` |
// Not one file a measure: a library has some 60,000 of these files, and a redraw reads one of them for
// each recording. A spectrogram has a file of its own, since one for each width would pile up in the
// file that every redraw reads.
enum CachedEntry: Equatable {
  case recording(frame: ArraySlice<UInt8>, sections: [MeasureSection])
  case failure(CachedFailure)
  case sections([MeasureSection])

  static let version = 12

  /// A part of the key of all entries: frames have the tags of all rows.
  static let keyText = Array("\(version) \(AudioTags.rows.map(\.name)) ".utf8)

  /// The sections of all measures.
  var sections: [MeasureSection] {
    switch self {
    case .recording(_, let sections), .sections(let sections): sections
    case .failure: []
    }
  }
}

extension CachedEntry: ByteCoded {
  private enum Kind: UInt8 {
    case recording, failure, sections
  }

  func append(to writer: inout ByteWriter) {
    switch self {
    case .recording(let frame, let sections):
      writer.append(case: Kind.recording)
      writer.append(counted: frame)
      writer.append(sections)
    case .failure(let failure): writer.append(case: Kind.failure, failure)
    case .sections(let sections):
      writer.append(case: Kind.sections)
      writer.append(sections)
    }
  }

  init(from reader: inout ByteReader) throws(MalformedBytes) {
    guard let kind = Kind(rawValue: try reader.integer()) else { throw MalformedBytes() }
    switch kind {
    case .recording:
      let frame = try reader.countedBytes(atMost: reader.left)
      self = .recording(frame: frame, sections: try reader.sections())
    case .failure: self = .failure(try reader.read())
    case .sections: self = .sections(try reader.sections())
    }
  }
}

extension ByteWriter {
  // A byte for the count, as there are a dozen measures.
  fileprivate mutating func append(_ sections: [MeasureSection]) {
    append(UInt8(clamping: sections.count))
    for section in sections.prefix(Int(UInt8.max)) {
      append(section.kind)
      append(section.revision)
      append(counted: section.bytes)
    }
  }
}

extension ByteReader {
  /// Reads sections, each of another measure; their bytes are not copied.
  fileprivate mutating func sections() throws(MalformedBytes) -> [MeasureSection] {
    var sections: [MeasureSection] = []
    for _ in 0..<(try integer(UInt8.self)) {
      let kind = try integer(UInt8.self)
      // Ascending, so that no measure can be there twice.
      if let last = sections.last, kind <= last.kind { throw MalformedBytes() }
      let revision = try integer(UInt8.self)
      let bytes = try countedBytes(atMost: left)
      sections.append(MeasureSection(kind: kind, revision: revision, bytes: bytes))
    }
    return sections
  }
}

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

  init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    switch try coder.kind(value?.kind) {
    case .recording:
      let frame = try coder.countedBytes(value?.frame, atMost: coder.left)
      self = .recording(frame: frame, sections: try coder.sections(value?.sections))
    case .failure: self = .failure(try coder.field(value?.failure))
    case .sections: self = .sections(try coder.sections(value?.sections))
    }
  }

  private var kind: Kind {
    switch self {
    case .recording: .recording
    case .failure: .failure
    case .sections: .sections
    }
  }

  private var frame: ArraySlice<UInt8>? {
    if case .recording(let frame, _) = self { frame } else { nil }
  }

  private var failure: CachedFailure? {
    if case .failure(let failure) = self { failure } else { nil }
  }
}

extension ByteCoder {
  /// Codes sections, each of another measure; their bytes are not copied when they are read.
  fileprivate mutating func sections(
    _ values: [MeasureSection]?
  ) throws(MalformedBytes) -> [MeasureSection] {
    var sections: [MeasureSection] = []
    // A byte for the count, as there are a dozen measures.
    let count = try integer(values.map { UInt8($0.count) })
    for index in 0..<Int(count) {
      let value = values?[index]
      let kind = try integer(value?.kind)
      // Ascending, so that no measure can be there twice.
      if let last = sections.last {
        try require(kind > last.kind)
      }
      let revision = try integer(value?.revision)
      let bytes = try countedBytes(value?.bytes, atMost: left)
      sections.append(MeasureSection(kind: kind, revision: revision, bytes: bytes))
    }
    return sections
  }
}

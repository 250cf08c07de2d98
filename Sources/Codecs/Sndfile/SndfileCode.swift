internal import CSndfile
import WavethumbBytes

/// A format code of libsndfile: a container and an encoding.
struct SndfileCode {
  private let container: Int
  private let coding: Int

  init(_ format: Int32) {
    container = Int(format) & SF_FORMAT_TYPEMASK
    coding = Int(format) & SF_FORMAT_SUBMASK
  }

  /// The format as text, such as "WAV, 16-bit PCM".
  var name: String {
    if coding == SF_FORMAT_VORBIS { return "Ogg Vorbis" }
    if coding == SF_FORMAT_OPUS { return "Ogg Opus" }
    let containerName = Self.containers[container] ?? "container \(container >> 16)"
    let codingName = Self.codings[coding] ?? "encoding \(coding)"
    return "\(containerName), \(codingName)"
  }

  /// The cheapest type to decode to: FLAC's integers, else floating point.
  // `sf_readf_short` wraps Vorbis and Opus beyond full scale instead of clamping: of a loud file,
  // 171,218 of 441,000 samples changed their sign.
  var encoding: SampleFormat.Encoding {
    guard isFLAC else { return .float32 }
    return switch coding {
    case SF_FORMAT_PCM_16, SF_FORMAT_PCM_S8: .int16
    default: .int32
    }
  }

  /// The type of the samples that the library converts to floating point.
  var origin: SampleOrigin {
    switch coding {
    case SF_FORMAT_VORBIS, SF_FORMAT_OPUS: .xiph
    case SF_FORMAT_FLOAT, SF_FORMAT_DOUBLE: .numbers
    case SF_FORMAT_MPEG_LAYER_I, SF_FORMAT_MPEG_LAYER_II, SF_FORMAT_MPEG_LAYER_III: .mpeg
    default: .integers
    }
  }

  /// Whether decoding restores the recorded samples.
  var isLossless: Bool {
    switch coding {
    // Samples of 14 and 13 bits in 8: what was recorded is rounded.
    case SF_FORMAT_ULAW, SF_FORMAT_ALAW: false
    default: isALAC || bytesPerSample != nil
    }
  }

  /// The encoding of samples that can be read from the file without the library, or nil.
  // 8 bits and doubles are left out, because the meters have no such formats.
  var plainEncoding: SampleFormat.Encoding? {
    guard isChunked else { return nil }
    return switch coding {
    case SF_FORMAT_PCM_16: .int16
    case SF_FORMAT_PCM_24: .int24
    case SF_FORMAT_PCM_32: .int32
    case SF_FORMAT_FLOAT: .float32
    default: nil
    }
  }

  var isFLAC: Bool { container == SF_FORMAT_FLAC }

  /// Whether `ChunkSurvey` detects missing bytes.
  var isChunked: Bool { Self.plainContainers.contains(container) }

  var isALAC: Bool {
    [SF_FORMAT_ALAC_16, SF_FORMAT_ALAC_20, SF_FORMAT_ALAC_24, SF_FORMAT_ALAC_32].contains(coding)
  }

  /// The bytes of a sample whose size does not depend on the others, or nil.
  var bytesPerSample: Int? {
    switch coding {
    case SF_FORMAT_PCM_S8, SF_FORMAT_PCM_U8, SF_FORMAT_ULAW, SF_FORMAT_ALAW: 1
    case SF_FORMAT_PCM_16: 2
    case SF_FORMAT_PCM_24: 3
    case SF_FORMAT_PCM_32, SF_FORMAT_FLOAT: 4
    case SF_FORMAT_DOUBLE: 8
    default: nil
    }
  }

  /// Whether decoding from any frame gives the same bits as decoding up to it.
  var seeksExactly: Bool { isFLAC || isChunked && bytesPerSample != nil }

  /// The number of frames that a decoder must decode before a position, if seeking is not enough.
  ///
  /// Blocks of Vorbis overlap with their neighbors and have at most 8,192 samples; the state of
  /// Opus fades within two seconds.
  var prerollFrames: Int? {
    switch coding {
    case SF_FORMAT_VORBIS: 8192
    case SF_FORMAT_OPUS: 96_000
    default: nil
    }
  }

  var seekCost: SeekCost {
    if prerollFrames != nil { return .pages }
    return if isFLAC {
      .search
    } else {
      .reading
    }
  }

  /// The largest difference of a sample from that of a decoder which began at the beginning.
  // The state of an Opus decoder fades and is never gone. -100 dBFS: no bar of a picture shows it. Untuned.
  var toleranceAfterLead: Float {
    switch coding {
    case SF_FORMAT_OPUS: 1e-5
    default: 0
    }
  }

  /// Returns the reason of a failed opening, from the library's error number and its text.
  // The library's text is of use only for what has no better one: it calls an empty file one that does
  // not exist.
  static func failure(ofNumber number: CInt, text: String) -> AudioFailure {
    switch Int(number) {
    case SF_ERR_UNRECOGNISED_FORMAT: .notAudio(what: "")
    case SF_ERR_UNSUPPORTED_ENCODING, unimplemented: .unsupported(what: "")
    case SF_ERR_MALFORMED_FILE: .corrupt(detail: "the header is invalid")
    default: .corrupt(detail: text)
    }
  }

  /// libsndfile's error number for "File contains data in an unimplemented format".
  private static let unimplemented = 18

  private static let plainContainers: Set<Int> = [
    SF_FORMAT_WAV, SF_FORMAT_WAVEX, SF_FORMAT_RF64, SF_FORMAT_W64, SF_FORMAT_AIFF, SF_FORMAT_AU,
    SF_FORMAT_CAF,
  ]

  private static let containers: [Int: String] = [
    SF_FORMAT_WAV: "WAV", SF_FORMAT_WAVEX: "WAV", SF_FORMAT_RF64: "RF64", SF_FORMAT_W64: "W64",
    SF_FORMAT_AIFF: "AIFF", SF_FORMAT_AU: "AU", SF_FORMAT_CAF: "CAF", SF_FORMAT_FLAC: "FLAC",
    SF_FORMAT_OGG: "Ogg", SF_FORMAT_MPEG: "MPEG", SF_FORMAT_PAF: "PAF", SF_FORMAT_SVX: "SVX",
    SF_FORMAT_NIST: "NIST SPHERE", SF_FORMAT_VOC: "VOC", SF_FORMAT_IRCAM: "IRCAM",
    SF_FORMAT_MAT4: "MATLAB 4", SF_FORMAT_MAT5: "MATLAB 5", SF_FORMAT_PVF: "PVF",
    SF_FORMAT_XI: "XI", SF_FORMAT_HTK: "HTK", SF_FORMAT_SDS: "SDS", SF_FORMAT_AVR: "AVR",
    SF_FORMAT_SD2: "SD2", SF_FORMAT_WVE: "WVE", SF_FORMAT_MPC2K: "MPC 2000",
  ]

  private static let codings: [Int: String] = [
    SF_FORMAT_PCM_S8: "8-bit PCM", SF_FORMAT_PCM_U8: "8-bit PCM", SF_FORMAT_PCM_16: "16-bit PCM",
    SF_FORMAT_PCM_24: "24-bit PCM", SF_FORMAT_PCM_32: "32-bit PCM", SF_FORMAT_FLOAT: "32-bit float",
    SF_FORMAT_DOUBLE: "64-bit float", SF_FORMAT_ULAW: "µ-law", SF_FORMAT_ALAW: "A-law",
    SF_FORMAT_IMA_ADPCM: "IMA ADPCM", SF_FORMAT_MS_ADPCM: "Microsoft ADPCM",
    SF_FORMAT_GSM610: "GSM 6.10", SF_FORMAT_VOX_ADPCM: "VOX ADPCM",
    SF_FORMAT_NMS_ADPCM_16: "NMS ADPCM", SF_FORMAT_NMS_ADPCM_24: "NMS ADPCM",
    SF_FORMAT_NMS_ADPCM_32: "NMS ADPCM", SF_FORMAT_G721_32: "G.721 ADPCM",
    SF_FORMAT_G723_24: "G.723 ADPCM", SF_FORMAT_G723_40: "G.723 ADPCM",
    SF_FORMAT_DWVW_12: "DWVW", SF_FORMAT_DWVW_16: "DWVW", SF_FORMAT_DWVW_24: "DWVW",
    SF_FORMAT_DWVW_N: "DWVW", SF_FORMAT_DPCM_8: "8-bit DPCM", SF_FORMAT_DPCM_16: "16-bit DPCM",
    SF_FORMAT_ALAC_16: "16-bit ALAC", SF_FORMAT_ALAC_20: "20-bit ALAC",
    SF_FORMAT_ALAC_24: "24-bit ALAC", SF_FORMAT_ALAC_32: "32-bit ALAC",
    SF_FORMAT_MPEG_LAYER_I: "layer I", SF_FORMAT_MPEG_LAYER_II: "layer II",
    SF_FORMAT_MPEG_LAYER_III: "layer III",
  ]
}

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

enum OggCoding: String {
  case vorbis = "Ogg Vorbis"
  case opus = "Ogg Opus"

  /// The number of packets before the sound.
  var headers: Int { self == .vorbis ? 3 : 2 }
}

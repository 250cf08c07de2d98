import Codecs

/// Tells wavethumb's own files from those of others, by what stands at their beginning.
enum MadeHere {
  /// Every picture carries this before its version.
  static let name = "wavethumb"
  /// As many bytes of a file as tell: a palette may stand before the mark.
  static let markLength = 8192

  /// Whether the first bytes of a file are those of a picture, data file or manifest made here.
  static func claims(_ start: [UInt8]) -> Bool {
    if let software = PNGChunks.software(ofFirstBytes: start) {
      return software == name || software.hasPrefix(name + " ")
    }
    return namesGenerator(start)
  }

  /// Whether the first bytes are those of a picture or data file, which may be deleted, and not of a manifest.
  static func isDisposable(_ start: [UInt8]) -> Bool {
    guard claims(start) else { return false }
    return PNGChunks(start) != nil || text(start).contains("\"durationMs\"")
  }

  private static func namesGenerator(_ start: [UInt8]) -> Bool {
    // Data files and manifests name their generator in the first lines, before anything of the user's.
    let text = text(start)
    guard text.first == "{", let at = text.firstRange(of: "\"generator\"") else { return false }
    return text[at.upperBound...].drop { ": ".contains($0) }.hasPrefix("\"\(name) ")
  }

  private static func text(_ start: [UInt8]) -> String {
    String(decoding: start.prefix(200), as: UTF8.self)
  }
}

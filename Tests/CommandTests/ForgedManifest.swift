import WavethumbBytes

/// Adds a valid digest to a changed manifest, as anyone can.
enum ForgedManifest {
  /// Returns `text`, which ends after the array of files, with its digest.
  static func withTrailer(_ text: [UInt8]) -> [UInt8] {
    // All bytes before the line of the digest are digested.
    let body = text + Array(",\n".utf8)
    var digester = ContentDigester()
    digester.add(body)
    return body + Array("\"digest\":\"\(digester.digest.hex)\"}\n".utf8)
  }
}

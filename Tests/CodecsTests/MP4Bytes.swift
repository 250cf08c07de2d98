/// Atoms of MP4 (ISO/IEC 14496-12).
enum MP4Bytes {
  /// Returns an atom of some fields, or of atoms in it.
  static func atom(_ name: String, _ body: [UInt8]...) -> [UInt8] {
    let content = Array(body.joined())
    let headLength = 8
    return fields(
      bigEndian(headLength + content.count),
      Array(name.utf8),
      content
    )
  }

  /// The version and the flags of an atom with a table, which are not read.
  static let versionAndFlags = zeros(4)
}

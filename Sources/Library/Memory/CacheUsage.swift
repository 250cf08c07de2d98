import System

/// A note of how many bytes the cache holds, so that a run need not look at every entry before it
/// adds one.
///
/// The note is gone while a run adds: one that was killed leaves none, and the next counts. Where
/// two runs add at once, the second to end takes the note of the first away, as neither knows what
/// the other has added.
enum CacheUsage {
  /// The bytes in the cache, by the note where that is good, or by counting; takes the note away.
  static func take(from folder: CacheFolder, isGood: Bool) -> Int64 {
    folder.sweep()
    folder.writeTag()
    let noted = folder.read(CacheFolder.usage, longest: 32)
      .flatMap { Int64(String(decoding: $0.dropLast(), as: UTF8.self)) }
    folder.remove(CacheFolder.usage)
    if isGood, let noted, noted >= 0 { return noted }
    return CacheInventory(of: folder).bytesSoon
  }

  /// Leaves a note, or none where the bytes are not known.
  static func settle(_ bytes: Int64?, in folder: CacheFolder) {
    guard let bytes, folder.top.fileSize(of: CacheFolder.usage) == nil else {
      folder.remove(CacheFolder.usage)
      return
    }
    // Without the note the next run counts.
    do { try folder.write([Array("\(bytes)\n".utf8)], to: CacheFolder.usage) } catch { return }
  }
}

package import WavethumbBytes
package import WavethumbSystem

/// Writes a manifest: its header, then the recordings in the order of their paths.
///
/// Unchanged entries are copied from the last manifest in long ranges, so that one new recording
/// among a hundred thousand costs a copy, not a rebuild.
package struct ManifestFile: ~Copyable {
  // Between many calls of the kernel and memory: half and twice of it were not tried.
  private static let maximumBufferBytes = 1 << 20

  private var file: AtomicFile
  private let last: StoredManifest?
  private var buffer: [UInt8] = []
  private var digesting = ContentDigester()
  /// Consecutive entries of the last manifest that are still to be copied.
  private var stretch: Range<Int>?
  private var length = 0
  private var isFirst = true
  /// Nil if the recordings are not analyzed.
  private var albums: AlbumList?

  /// Begins a manifest; kept entries are copied from `last`.
  package init(
    header: [UInt8],
    as name: RawPath,
    in folder: borrowing Folder,
    last: StoredManifest?,
    albums: AlbumList? = nil
  ) throws(SystemFailure) {
    let file = try AtomicFile(name, in: folder)
    self.init(file, header: header, last: last)
    self.albums = albums
  }

  /// Stores the parts of a new manifest: Swift 6.2 aborts if an initializer throws after setting
  /// default values.
  private init(
    _ file: consuming AtomicFile,
    header: [UInt8],
    last: StoredManifest?
  ) {
    self.file = file
    self.last = last
    buffer = header
    length = header.count
  }

  /// Adds an entry; returns its range in the new manifest.
  package mutating func append(_ entry: EntrySource) throws(SystemFailure) -> Range<Int> {
    let separator = ManifestLayout.separator(isFirst: isFirst)
    isFirst = false
    let count =
      switch entry {
      case .kept(let range): try keep(range, after: separator)
      case .text(let text): try append(text, after: separator)
      }
    if buffer.count >= Self.maximumBufferBytes {
      try flush()
    }
    return length - count..<length
  }

  /// Completes the text and renames the temporary file to the manifest's name; returns the digest at
  /// its end.
  package mutating func commit() throws(SystemFailure) -> ContentDigest {
    try closeStretch()
    buffer += ManifestLayout.closing(isEmpty: isFirst)
    if let finished = albums {
      albums = nil
      try finished.write { piece throws(SystemFailure) in
        buffer += piece
        if buffer.count >= Self.maximumBufferBytes {
          try flush()
        }
      }
    }
    try flush()
    let digest = digesting.digest
    try file.write(ManifestTrailer.text(of: digest))
    // Durable, since the ledger that is written next names the digest of this file.
    try file.commit(durable: true)
    return digest
  }

  /// Adds an entry of the last manifest to the stretch that is copied next; returns its length.
  private mutating func keep(
    _ range: Range<Int>,
    after separator: [UInt8]
  ) throws(SystemFailure) -> Int {
    // Albums are counted anew, since a new recording changes the sums of its folder. Parsing each entry
    // for that is what a scan with --analyze pays.
    if albums != nil {
      albums?.add(try last?.bytes(range) ?? [])
    }
    // The separator of the last manifest is copied with the entries that it is between.
    if let open = stretch, open.upperBound + separator.count == range.lowerBound {
      stretch = open.lowerBound..<range.upperBound
    } else {
      try closeStretch()
      buffer += separator
      stretch = range
    }
    length += separator.count + range.count
    return range.count
  }

  private mutating func append(
    _ entry: [UInt8],
    after separator: [UInt8]
  ) throws(SystemFailure) -> Int {
    try closeStretch()
    albums?.add(entry)
    buffer += separator
    buffer += entry
    length += separator.count + entry.count
    return entry.count
  }

  /// Copies the entries that are still to be copied.
  private mutating func closeStretch() throws(SystemFailure) {
    guard let open = stretch else { return }
    stretch = nil
    // Piece by piece, as the stretch may be all of the last manifest.
    var next = open.lowerBound
    while next < open.upperBound {
      let count = min(Self.maximumBufferBytes, open.upperBound - next)
      buffer += try last?.bytes(next..<next + count) ?? []
      next += count
      if buffer.count >= Self.maximumBufferBytes {
        try flush()
      }
    }
  }

  private mutating func flush() throws(SystemFailure) {
    digesting.add(buffer)
    try file.write(buffer)
    buffer.removeAll(keepingCapacity: true)
  }
}

/// Where the text of an entry comes from: a range of the last manifest, or the text itself.
// A run that changes one recording of a million spells one entry, and copies the others as bytes.
package enum EntrySource: Sendable, Equatable {
  case kept(Range<Int>)
  case text([UInt8])
}

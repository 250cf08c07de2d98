import Glibc

/// A file that appears completely or not at all: written under a temporary name, then renamed.
///
/// If it goes out of scope before `commit`, the temporary file is removed.
public struct AtomicFile: ~Copyable {
  package let folder: Folder
  private let name, temporary: RawPath
  // Not `Descriptor?`, which begins as nil: Swift 6.2 aborts on an initializer that throws after that.
  private var descriptor: Optional<Descriptor>

  /// Creates a temporary file in a folder; `name` is a single path component.
  package init(_ name: RawPath, in folder: borrowing Folder) throws(SystemFailure) {
    try self.init(name, owning: try folder.duplicate())
  }

  /// Creates a temporary file in a folder that is closed with the file.
  package init(_ name: RawPath, owning folder: consuming Folder) throws(SystemFailure) {
    temporary = TemporaryName.unused()
    descriptor = try folder.create(temporary)
    self.folder = folder
    self.name = name
  }

  deinit {
    if descriptor != nil { folder.discard(temporary) }
  }

  package mutating func write(_ bytes: [UInt8]) throws(SystemFailure) {
    try descriptor?.write(bytes, folder.path.appending(name))
  }

  /// Renames the file to its name. With `durable` it also survives a power cut.
  package mutating func commit(durable: Bool = false) throws(SystemFailure) {
    let place = folder.path.appending(name)
    guard let written = descriptor.take() else { return }
    do {
      if durable { try written.sync(place) }
      try written.close(place)
      try folder.rename(temporary, to: name)
    } catch {
      folder.discard(temporary)
      throw error
    }
    // Until the folder is synced, a power cut may restore the old name, or none.
    if durable { try folder.descriptor.sync(place) }
  }

  /// Writes a whole file at once.
  public static func write(
    _ bytes: [UInt8], as name: RawPath, in folder: borrowing Folder
  ) throws(SystemFailure) {
    var file = try AtomicFile(name, in: folder)
    try file.write(bytes)
    try file.commit()
  }
}

extension Folder {
  /// Removes a temporary file after a failure; a second failure is not reported.
  fileprivate func discard(_ temporary: RawPath) {
    temporary.withTerminatedBytes { name in
      // Tries twice, because the next run searches for temporary files only if this one was killed.
      if unsafe unlinkat(descriptor.number, name, 0) != 0 {
        _ = unsafe unlinkat(descriptor.number, name, 0)
      }
    }
  }
}

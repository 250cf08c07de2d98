import Glibc
import Synchronization

/// A file that appears completely or not at all: written as an unnamed file, and named at the end.
///
/// Some network and layered file systems have no unnamed files. There it is written under a
/// temporary name, which is removed if the file goes out of scope before `commit`.
// An unnamed file changes its folder once instead of three times: measured on ext4, 40 instead of
// 50 microseconds for a picture of 3 KB. A killed run leaves no temporary file behind.
public struct AtomicFile: ~Copyable {
  /// Whether unnamed files can be named, as far as this process knows.
  // Read without an order: who reads it too late only makes one copy more.
  private static let canLink = Atomic(true)

  package let folder: Folder
  private let name: RawPath
  // Not `?`, which begins as nil: Swift 6.2 aborts on an initializer that throws after that.
  private var temporary: Optional<RawPath>
  private var descriptor: Optional<Descriptor>

  /// Begins a file in a folder; `name` is a single path component.
  package init(_ name: RawPath, in folder: borrowing Folder) throws(SystemFailure) {
    try self.init(name, owning: try folder.duplicate())
  }

  /// Begins a file in a folder that is closed with the file.
  package init(_ name: RawPath, owning folder: consuming Folder) throws(SystemFailure) {
    let file = Self.canLink.load(ordering: .relaxed) ? folder.linkableFile() : nil
    try self.init(name, owning: folder, writing: file)
  }

  /// Begins with an unnamed file, or creates one with a temporary name.
  init(
    _ name: RawPath,
    owning folder: consuming Folder,
    writing file: consuming Descriptor?
  ) throws(SystemFailure) {
    let unused = file == nil ? TemporaryName.unused() : nil
    if let unused {
      descriptor = .some(try folder.create(unused))
    } else {
      descriptor = file
    }
    temporary = unused
    self.folder = folder
    self.name = name
  }

  deinit {
    if let temporary {
      folder.discard(temporary)
    }
  }

  package mutating func write(_ bytes: [UInt8]) throws(SystemFailure) {
    try descriptor?.write(bytes, folder.path.appending(name))
  }

  /// Gives the file its name. With `durable` it also survives a power cut.
  package mutating func commit(durable: Bool = false) throws(SystemFailure) {
    let path = folder.path.appending(name)
    guard let written = descriptor.take() else { return }
    // Before it has the name: a power cut must not leave a name with no content.
    if durable {
      try written.sync(path)
    }

    // `linkat` refuses a name that is taken. Only a rename replaces a file in one step, and it needs
    // a name to begin with.
    if temporary == nil, !folder.link(written, as: name) {
      try nameTemporarily(written)
    }
    try written.close(path)
    if let temporary {
      try folder.rename(temporary, to: name)
    }
    temporary = nil

    // Until the folder is synced, a power cut may restore the old name, or none.
    if durable {
      try folder.descriptor.sync(path)
    }
  }

  /// Gives an unnamed file a temporary name, from which it can replace another. Where that fails,
  /// for example without `/proc`, a copy gets the name, and later files begin with one.
  private mutating func nameTemporarily(_ file: borrowing Descriptor) throws(SystemFailure) {
    let unused = TemporaryName.unused()
    let path = folder.path.appending(name)
    temporary = unused
    if folder.link(file, as: unused) { return }
    let copy = try folder.create(unused)
    _ = try file.allPieces(path) { piece throws(SystemFailure) in
      try copy.write(piece, path)
      return true
    }
    // Synced in any case, as the original may have been; a process comes here once.
    try copy.sync(path)
    try copy.close(path)
    Self.canLink.store(false, ordering: .relaxed)
  }

  /// Writes a whole file at once.
  public static func write(
    _ bytes: [UInt8],
    as name: RawPath,
    in folder: borrowing Folder
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

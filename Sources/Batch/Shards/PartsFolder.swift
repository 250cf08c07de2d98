import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// A folder with parts, and the whole manifest next to them.
final class PartsFolder {
  let output: RawPath
  /// Equal for different paths of the same folder.
  // By path, `OUT` and `OUT/.` would be two folders, and every part would be there twice.
  let identity: FolderIdentity
  let manifest: RawPath
  let files: PartFiles
  private let lock: OutputLock?

  init(_ output: RawPath, manifest: RawPath?, isLocked: Bool) throws {
    self.output = output
    let folder = try Self.folder(output)
    identity = try folder.status().folder
    lock = isLocked ? try OutputLock.acquired(in: folder, output) : nil
    self.manifest = manifest ?? output.appending(OutputManifest.name)
    files = PartFiles(in: try Self.folder(self.manifest.parent), beside: self.manifest.name)
  }

  var pathToOutput: RawPath { ScanPaths.path(from: manifest.parent, to: output) }

  var fromOutputToManifest: RawPath {
    ScanPaths.path(from: output, to: manifest.parent).appending(manifest.name)
  }

  /// The path of the manifest of a part.
  func manifest(of part: Shard) -> RawPath {
    manifest.parent.appending(PartFiles.manifest(of: part, beside: manifest.name))
  }

  /// Deletes the manifests of parts, and their locks.
  // Ledgers go after them, as `LedgerCommit` says: one without its manifest is no part, but proves which
  // files are ours.
  func remove(_ parts: [PartFiles.Part]) throws {
    let folder = try Self.folder(output)
    for part in parts {
      try files.remove(part, lockIn: folder)
    }
  }

  /// Whether a scan has written to a folder: it has parts, or a lock, which remains.
  // Parts without a lock are of a folder that was copied without that empty file.
  static func isOutput(_ path: RawPath) throws -> Bool { try isOutput(folder(path)) }

  private static func isOutput(_ folder: borrowing Folder) throws(SystemFailure) -> Bool {
    if try folder.statusIfPresent(of: OutputLock.name) != nil { return true }
    let files = PartFiles(in: try folder.folder("."), beside: OutputManifest.name)
    return try !files.shards().isEmpty
  }

  /// Returns the output of a folder that may be named by its library.
  static func output(named path: RawPath) throws -> RawPath {
    do throws(SystemFailure) {
      return try OutputManifest.output(named: path, isOutput: isOutput)
    } catch {
      throw failure(error, at: path)
    }
  }

  private static func folder(_ path: RawPath) throws(RunFailure) -> Folder {
    do {
      return try Folder(at: path)
    } catch {
      throw failure(error, at: path)
    }
  }

  private static func failure(_ error: SystemFailure, at path: RawPath) -> RunFailure {
    if error.isMissing { return .libraryMissing(path.bytes) }
    return .outputUnwritable(path.bytes, errno: error.errno)
  }
}

extension OutputLock {
  /// Locks a folder and returns the lock, or throws why another process has it.
  static func acquired(
    in folder: borrowing Folder,
    _ output: RawPath,
    name: RawPath = OutputLock.name,
    isShared: Bool = false
  ) throws(RunFailure) -> OutputLock {
    do {
      return try OutputLock(in: folder, name: name, isShared: isShared)
    } catch {
      switch error {
      case .held(let process):
        throw .outputHeld(output.bytes, process: process == 0 ? nil : process)
      case .failed(let failure): throw .outputUnwritable(output.bytes, errno: failure.errno)
      }
    }
  }
}

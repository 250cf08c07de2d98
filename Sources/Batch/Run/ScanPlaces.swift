import Glibc

/// Where a scan reads and writes.
struct ScanPlaces {
  let library: RawPath
  let output: RawPath
  let manifest: RawPath

  init(_ options: ScanOptions) {
    library = RawPath(bytes: options.library)
    output =
      options.output.map(RawPath.init(bytes:)) ?? library.appending(Self.defaultOutput)
    manifest =
      options.manifest.map(RawPath.init(bytes:)) ?? output.appending(Self.manifestName)
  }

  /// The places spelled from the root, by which runs know them whatever folder they start in.
  var absoluteLibrary: RawPath { absolute(library) }
  var absoluteOutput: RawPath { absolute(output) }

  private func absolute(_ path: RawPath) -> RawPath {
    path.isAbsolute ? path : (Environment.currentFolder ?? "").appending(path)
  }

  static let defaultOutput = ".wavethumb"
  static let manifestName = "manifest.json"

  /// The library, which must be there.
  func openLibrary() throws(RunFailure) -> Folder {
    do {
      return try Folder(at: library)
    } catch {
      switch error.errno {
      case ENOENT: throw .libraryMissing(library.bytes)
      case ENOTDIR: throw .libraryIsNoFolder(library.bytes)
      default: throw .libraryUnreadable(library.bytes, errno: error.errno)
      }
    }
  }

  /// The output, made where it is missing.
  func makeOutput() throws(RunFailure) -> Folder {
    do {
      let start = try Folder(at: output.isAbsolute ? "/" : ".")
      try start.makeFolders(output)
      return try Folder(at: output)
    } catch {
      throw .outputUnwritable(output.bytes, errno: error.errno)
    }
  }

  /// The output, if there is one.
  func openOutput() throws(RunFailure) -> Folder? {
    do {
      return try Folder(at: output)
    } catch  where error.isMissing {
      return nil
    } catch {
      throw .outputUnwritable(output.bytes, errno: error.errno)
    }
  }
}

import Glibc
import TestSupport
import WavethumbBatch
import WavethumbBytes
import WavethumbSystem

/// A temporary library with a cache beside it, deleted at the end of the test.
final class TemporaryLibrary {
  private let tree: TemporaryTree

  /// The folder of all that a test writes.
  var root: String { tree.path.lossyText }
  var library: String { root + "/library" }
  /// Where a scan writes without `--output`.
  var output: String { library + "/.wavethumb" }
  var cache: String { root + "/cache" }

  /// Creates an empty library.
  init() throws {
    tree = try TemporaryTree()
    try tree.folder.makeFolders("library")
  }

  /// The fixtures folder of the repository.
  static var fixtures: String {
    // This file is two folders below the repository.
    let repository = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return "/\(repository)/Fixtures/Audio"
  }

  /// Copies recordings from the fixtures into the library, or one of them under another path.
  func add(_ names: String..., as path: String? = nil) throws {
    for name in names {
      try write(try Self.contents(Self.fixtures + "/" + name), to: path ?? name)
    }
  }

  /// Writes a file into the library.
  func write(_ bytes: [UInt8], to path: String) throws {
    try tree.write(RawPath("library/" + path), bytes: bytes)
  }

  /// Writes a text file into the library.
  func write(_ text: String, to path: String) throws {
    try write(Array(text.utf8), to: path)
  }

  /// Scans this library with its own cache; `{}` is replaced by the root folder.
  // Absolute paths, so that no test depends on the folder in which a command runs.
  func scan(_ options: String = "") throws -> CommandRun {
    let line = "scan \(library) --cache \(cache) " + options
    return try CommandRun(line.replacing("{}", with: root))
  }

  /// Runs a shell script in the root folder, where the library is `library`, its output
  /// `library/.wavethumb` and its cache `cache`; `$W` is the real binary. Returns what it prints.
  @discardableResult
  func shell(_ script: String) -> String {
    Shell.output("cd '\(root)'\nW='\(ProcessSetup.binary)'\n\(script)")
  }

  /// Returns the bytes of a file below the root folder.
  func contents(_ path: String) throws -> [UInt8] {
    try Self.contents(root + "/" + path)
  }

  /// Returns a file below the root folder as text.
  func text(_ path: String) throws -> String {
    String(decoding: try contents(path), as: UTF8.self)
  }

  /// Returns a file below the root folder as JSON.
  func json(_ path: String) throws -> JSONValue {
    try JSONValue(try contents(path))
  }

  /// Returns the bytes of a file anywhere.
  static func contents(_ path: String) throws -> [UInt8] {
    let path = RawPath(path)
    let file = try Folder(at: path.parent).open(path.name)
    let size = Int(try file.status(path).identity.size)
    return try file.read(size, path)
  }

  /// Returns the bytes of every file below a folder, except the lock; nothing if there is no folder.
  // The lock of a run holds the number of its process, so that no two are equal.
  func tree(_ path: String) throws -> [String: [UInt8]] {
    let folder = root + "/" + path
    var found: [String: [UInt8]] = [:]
    for name in try CommandListing.files(beneath: folder) where name != ".lock" {
      found[name] = try Self.contents(folder + "/" + name)
    }
    return found
  }

  /// Returns the manifest in the default output folder.
  func manifest() throws -> JSONValue {
    try json("library/.wavethumb/manifest.json")
  }

  /// Returns the entries of that manifest, in the order of their paths.
  func entries() throws -> [JSONValue] {
    try manifest()["files"]?.array ?? []
  }

  /// Returns the entry of a recording in that manifest, or nil if it has none.
  func entry(of recording: String) throws -> JSONValue? {
    try entries().first { $0["path"]?.string == recording }
  }

  /// Returns the names of the pictures in the default output folder, sorted.
  func pictures() throws -> [String] {
    try tree("library/.wavethumb").keys.filter { $0.hasSuffix(".png") }.sorted()
  }
}

/// Lists the files below a folder with `find`.
enum CommandListing {
  static func files(beneath folder: String) throws -> [String] {
    let paths = Shell.output("cd '\(folder)' 2>/dev/null && find . -type f | sort")
    return paths.split(separator: "\n").map { path in
      String(path.dropFirst("./".count))
    }
  }
}

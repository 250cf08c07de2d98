import Glibc
import TestSupport
import WavethumbBatch
import WavethumbBytes
import WavethumbSystem

/// A temporary library with a cache beside it, deleted at the end of the test.
final class TemporaryLibrary {
  private let tree: TemporaryTree

  var root: String { tree.path.lossyText }
  var library: String { root + "/library" }
  var output: String { library + "/.wavethumb" }
  var cache: String { root + "/cache" }

  init() throws {
    tree = try TemporaryTree()
    try tree.folder.makeFolders("library")
  }

  /// The fixtures folder of the repository.
  static var fixtures: String {
    let here = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return "/\(here)/Fixtures/Audio"
  }

  /// Copies recordings from the fixtures into the library.
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

  /// Returns the bytes of every file below a folder, except the lock.
  func tree(_ path: String) throws -> [String: [UInt8]] {
    let listing = try CommandListing.files(beneath: root + "/" + path)
    var found: [String: [UInt8]] = [:]
    for name in listing where name != ".lock" {
      found[name] = try Self.contents(root + "/" + path + "/" + name)
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
    Shell.output("cd '\(folder)' 2>/dev/null && find . -type f | sort").split(separator: "\n")
      .map { String($0.dropFirst(2)) }
  }
}

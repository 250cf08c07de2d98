package import WavethumbSystem

/// The checkout that the tests were built from, whose sources and fixtures they read.
package enum Repository {
  // Three steps above Tests/Support/Repository.swift. A test may run in any folder.
  private static let root = RawPath(
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
  )

  /// Returns the absolute path of a file or folder.
  package static func path(_ path: RawPath) -> RawPath { root.appending(path) }

  package static func folder(_ path: RawPath) throws -> Folder {
    try Folder(at: self.path(path))
  }

  package static func bytes(_ path: RawPath) throws -> [UInt8] {
    let file = try Folder(at: root).open(path)
    let size = Int(try file.status(path).identity.size)
    return try file.read(size, path)
  }

  package static func text(_ path: RawPath) throws -> String {
    String(decoding: try bytes(path), as: UTF8.self)
  }

  /// Returns the texts of all files below a folder whose names end in this way.
  // Without Foundation, whose file manager would do it: the targets that use this link none.
  package static func texts(below path: RawPath, ending: String) throws -> [RawPath: String] {
    var texts: [RawPath: String] = [:]
    var waiting = [path]
    while let next = waiting.popLast() {
      let folder = try folder(next)
      var reader = FolderReader()
      while let entry = try reader.entry(in: folder.descriptor, next) {
        let name = RawPath(bytes: Array(reader.names[entry.name]))
        let path = next.appending(name)
        switch try folder.status(of: name, followingLinks: false).kind {
        case .folder:
          waiting.append(path)
        case .file where name.bytes.suffix(ending.utf8.count).elementsEqual(ending.utf8):
          texts[path] = try text(path)
        default:
          break
        }
      }
    }
    return texts
  }
}

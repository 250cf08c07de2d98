import Library
import Outputs
import System

extension ListedFile {
  enum Condition: Sendable {
    case whole, missing, damaged
  }

  /// Reads the file and compares it with its entry; nil if the run is to stop meanwhile.
  func condition(
    in folder: borrowing Folder, cancel: Interruption
  ) throws(SystemFailure) -> Condition? {
    let opened: Descriptor
    do throws(SystemFailure) {
      let parent = try folder.parent(of: path)
      let status = try parent.status(of: path.name, followingLinks: false)
      guard status.kind == .file, status.identity.size == Int64(file.bytes) else { return .damaged }
      opened = try parent.open(path.name, followingLinks: false)
    } catch {
      if error.isMissing { return .missing }
      throw error
    }
    let found = try opened.writtenFile(kind, path.path, cancel: cancel)
    return found.map { $0 == file ? .whole : .damaged }
  }
}

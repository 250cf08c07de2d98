import Glibc
import System

/// A recording from a pipe on its way to the disk, in a file without a name: gone when the process
/// ends, however it does.
struct StreamSpool: ~Copyable {
  /// A shorter stream stays in memory.
  static let mostInMemory = 1 << 20
  /// Enough of a recording for a decoder to say what it is.
  static let enoughToRecognise = 1 << 22
  /// Plain samples beyond this are measured as they come rather than kept.
  private static let mostOfSamples = 1 << 28

  let file: Descriptor
  private(set) var count = 0
  private let folder: RawPath

  init() throws(JobStop) {
    let folder = Environment.value("TMPDIR") ?? "/tmp"
    let file: Descriptor
    do {
      file = try RenderSystem.unnamedFile(in: folder)
    } catch {
      throw .refused(.streamUnkept(folder.bytes, errno: error.errno))
    }
    self.folder = folder
    self.file = file
  }

  mutating func add(_ bytes: ArraySlice<UInt8>) throws(JobStop) {
    do {
      try file.write(Array(bytes), folder)
    } catch {
      throw .refused(.streamUnkept(folder.bytes, errno: error.errno))
    }
    count += bytes.count
  }

  /// Whether a stream of so many declared bytes, or of an unknown number, is too long to keep.
  static func isTooMuch(_ declaredBytes: Int?) -> Bool {
    declaredBytes.map { $0 > mostOfSamples } ?? true
  }
}

import System

/// Stores a recording from a pipe in an unnamed file, which vanishes when the process ends.
struct StreamSpool: ~Copyable {
  /// A shorter stream stays in memory.
  static let mostInMemory = 1 << 20
  /// Enough of a recording for a decoder to identify it.
  static let enoughToRecognise = 1 << 22
  /// More uncompressed samples than this are measured as they arrive, without storing them.
  private static let mostOfSamples = 1 << 28

  let file: Descriptor
  private(set) var count = 0
  private let folder: RawPath

  init() throws(JobStop) {
    let folder = Environment.value("TMPDIR") ?? "/tmp"
    let file: Descriptor
    do {
      file = try Folder(at: folder).unnamedFile()
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

  /// Returns whether a stream of this declared length, or of an unknown one, is too long to store.
  static func isTooMuch(_ declaredBytes: Int?) -> Bool {
    declaredBytes.map { $0 > mostOfSamples } ?? true
  }
}

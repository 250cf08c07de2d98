import Decoding
import Glibc
import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// The list of `--files-from`: recordings and folders of a library, a path a line.
///
/// The list may be anybody's: it is bounded, and a path that does not lie in the library is an error.
struct PathList {
  // A hook lists an album, and whoever lists a million recordings saves nothing over a scan.
  static let maximumCount = 1_000_000
  static let maximumBytes = 256 << 20

  private let source: ScanOptions.PathSource
  private let library: [[UInt8]]
  private let terminator: UInt8
  private var paths: [RawPath] = []
  /// The bytes of the line that is not complete yet.
  private var line: [UInt8] = []

  /// Reads the list of a scan to its end; nil if there is none.
  static func roots(
    of options: ScanOptions,
    interruption: Interruption
  ) throws -> CrawlRoots? {
    guard let source = options.filesFrom else { return nil }
    var list = PathList(source, library: ScanPaths(options).absoluteLibrary, options)
    try list.read(until: interruption)
    return CrawlRoots(list.paths)
  }

  private init(_ source: ScanOptions.PathSource, library: RawPath, _ options: ScanOptions) {
    self.source = source
    self.library = library.plainSteps
    terminator = options.listEndsWithNul ? 0 : UInt8(ascii: "\n")
  }

  private mutating func read(until interruption: Interruption) throws {
    let name = RawPath(bytes: source.name)
    let descriptor = try opened(name)
    var reader = StreamReader(descriptor.number, cancel: interruption.descriptor)
    var count = 0
    while true {
      let bytes: ArraySlice<UInt8>
      do throws(DecodeFailure) {
        bytes = try reader.next()
      } catch {
        if case .unreadable(let number) = error {
          throw RunFailure.unreadable(source.name, errno: number)
        }
        // Without a limit of time, only a signal ends the wait for a pipe.
        throw WorkError.cancelled
      }
      if bytes.isEmpty { break }
      count += bytes.count
      guard count <= Self.maximumBytes else { throw RunFailure.listTooLong(source.name) }
      try add(bytes)
    }
    // The last line needs no end.
    if !line.isEmpty {
      try endLine()
    }
  }

  private func opened(_ name: RawPath) throws(RunFailure) -> Descriptor {
    do throws(SystemFailure) {
      switch source {
      case .standardInput: return try Descriptor(duplicating: STDIN_FILENO, name)
      case .file: return try Folder(at: ".").open(name)
      }
    } catch {
      throw .unreadable(source.name, errno: error.errno)
    }
  }

  private mutating func add(_ bytes: ArraySlice<UInt8>) throws(RunFailure) {
    var rest = bytes
    while let end = rest.firstIndex(of: terminator) {
      line += rest[..<end]
      try endLine()
      rest = rest[(end + 1)...]
    }
    line += rest
    // A line without an end is not read for ever.
    guard line.count < PathCall.maximumLength else { throw failure(.tooLong) }
  }

  private mutating func endLine() throws(RunFailure) {
    guard paths.count < Self.maximumCount else { throw .listTooLong(source.name) }
    do throws(ListMistake) {
      paths.append(try path(line))
    } catch {
      throw failure(error)
    }
    line = []
  }

  private func failure(_ mistake: ListMistake) -> RunFailure {
    .badLine(source.name, line: paths.count + 1, mistake)
  }

  /// Returns a line as a path relative to the library.
  // By its text: whatever links lead where, a path names the place at which a crawl would find it.
  private func path(_ bytes: [UInt8]) throws(ListMistake) -> RawPath {
    guard !bytes.isEmpty else { throw .empty }
    guard !bytes.contains(0) else { throw .hasNul }
    guard bytes.count < PathCall.maximumLength else { throw .tooLong }
    let path = RawPath(bytes: bytes)
    var steps = path.steps.filter { step in !step.elementsEqual(".".utf8) }
    if steps.contains(where: { step in step.elementsEqual("..".utf8) }) { throw .goesUp }
    if path.isAbsolute {
      guard steps.starts(with: library, by: { $0.elementsEqual($1) }) else { throw .outside }
      steps.removeFirst(library.count)
    }
    guard !steps.isEmpty else { throw .isLibrary }
    return RawPath(bytes: Array(steps.joined(separator: [RawPath.separator])))
  }
}

extension ScanOptions.PathSource {
  fileprivate var name: [UInt8] {
    switch self {
    case .standardInput: Array("standard input".utf8)
    case .file(let path): path
    }
  }
}

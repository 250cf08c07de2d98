import WavethumbLibrary
import WavethumbSystem

/// The program as it is installed: where it is, how it got there, and the C libraries it loaded.
struct Installation {
  let program: RawPath
  /// How it was installed, as the installation wrote it beside the program; nil in a checkout.
  let origin: String?
  /// The files of libsndfile, libmpg123 and libpng in this process.
  let libraries: [RawPath]

  init() {
    program = Environment.resolved("/proc/self/exe")
    // The note has a name of some letters, and a process some hundred mappings of a hundred bytes: both
    // lengths below are bounds.
    let note = program.parent.parent.appending("share/wavethumb/origin")
    let text = Self.start(of: note, byteCount: 100)
    let line = text.prefix { $0 != UInt8(ascii: "\n") }
    origin = line.isEmpty ? nil : PrintableName.text(Array(line))
    libraries = Self.libraries(inMaps: Self.start(of: "/proc/self/maps", byteCount: 1 << 20))
  }

  var text: String { "\(PrintableName.text(program.bytes)), \(origin ?? "not installed")" }

  /// Reads the paths of the three libraries from the lines of `/proc/self/maps`.
  // From the maps and not by asking the loader: these are the files that the process really has, also
  // with LD_LIBRARY_PATH or after an upgrade.
  static func libraries(inMaps maps: [UInt8]) -> [RawPath] {
    let names = ["libsndfile.so", "libmpg123.so", "libpng16.so"].map { name in Array(name.utf8) }
    var found: [RawPath] = []
    for line in maps.split(separator: UInt8(ascii: "\n")) {
      // Only a path has a slash, and it comes last.
      let slashAndRest = line.drop { byte in byte != UInt8(ascii: "/") }
      let path = RawPath(bytes: Array(slashAndRest))
      let isOneOfThree = names.contains { name in path.name.bytes.starts(with: name) }
      // A library has several mappings.
      if isOneOfThree, !found.contains(path) {
        found.append(path)
      }
    }
    return found
  }

  // Without an installation there is no note, and without /proc there are no maps: both are reported as
  // unknown.
  private static func start(of path: RawPath, byteCount: Int) -> [UInt8] {
    let bytes = try? Folder(at: "/").open(path).read(byteCount, path)
    return bytes ?? []
  }
}

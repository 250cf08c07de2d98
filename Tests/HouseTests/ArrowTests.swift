import Testing
import WavethumbSystem

/// Checks dependencies by type names: a folder may use only the folders before it.
@Suite struct ArrowTests {
  @Test func `targets use only targets on their left`() throws {
    let rooms = try SourceRooms(in: SourceRooms.repository.appending("Sources"))
    let order = [
      "Bytes", "System", "Waveform", "Raster", "Codecs", "Thumbnails", "Decoding", "Outputs",
      "Options", "Library", "Wavethumb", "WavethumbFoundation", "Batch", "Command", "Examples",
    ]
    #expect(rooms.names.filter { !order.contains($0) && !$0.hasPrefix("C") } == [])
    #expect(rooms.backwardArrows(in: order) == [])
  }

  @Test(arguments: [
    ("Bytes", [".", "Digest", "JSON"]),
    (
      "Waveform",
      [
        "Summary", "Samples", "Transforms", "Measures", "Levels", "Points", "Spectrum",
        "Spectrogram", "Sound", "Tones", "Measuring",
      ]
    ),
    ("Raster", ["Outlines", "Pixels", "Fonts", "Letters", "Drawing", "Filling"]),
    ("Thumbnails", ["Axes", "Scene", "Look", "Styles", "Markers", "Drawing", "Movement"]),
    (
      "Codecs",
      [
        "Source", "Audio", "Tags", "PCM", "Recognition", "Sndfile", "MPEG", "FLAC", "Ogg", "MP4",
        "Cover", "Opening", "PNG",
      ]
    ),
    (
      "Decoding",
      [
        "Request", "Descriptors", "Stream", "Decoder", "Worker", "Pool", "Cover", "FFmpeg",
        "Loading",
      ]
    ),
    (
      "Outputs",
      ["Numbers", "Format", "SVG", "Data", "Pictures", "List", "Reading", "Audiowaveform"]
    ),
    (
      "Options",
      [
        "Names", "Mistakes", "Texts", "Checked", "Values", "Table", "Rows", "Settings", "Reading",
        "Audiowaveform",
      ]
    ),
    ("Library", ["Problems", "Crawl", "Cache", "Ledger", "Markers", "Covers", "Manifest"]),
    (
      "Batch",
      [
        "Outcome", "Report", "Manual", "Page", "Output", "Progress", "Recording", "Scan", "Cache",
        "Render", "Audiowaveform", "Desktop", "Verify", "List", "Shards", ".",
      ]
    ),
    ("Batch/Scan", ["Past", "Setup", "Plan", "Work", "Run"]),
  ])
  func `folders use only folders on their left`(target: String, order: [String]) throws {
    let sources = SourceRooms.repository.appending("Sources")
    let rooms = try SourceRooms(in: sources.appending(RawPath(target)))
    #expect(rooms.names.filter { !order.contains($0) } == [])
    #expect(rooms.backwardArrows(in: order) == [])
  }
}

/// Checks what source files use.
@Suite struct SourceTextTests {
  /// With one call of Swift's own the release links its library for regular expressions, a megabyte.
  @Test func `files that search text use the functions in Bytes`() throws {
    let search = /\.replacing\((?:"|\w+, with)|firstRange\(of|contains\("[^"\\]{2}/
    let files = try SourceRooms.files(
      in: try Folder(at: SourceRooms.repository.appending("Sources")),
      ""
    )
    let others = files.filter { path, text in
      let importsBytes = text.contains("import WavethumbBytes")
      return !path.lossyText.hasPrefix("Bytes/") && text.contains(search) && !importsBytes
    }
    #expect(others.map(\.0.lossyText) == [])
  }
}

/// The folders below a folder, and "." for its own files, with the types that each defines and the identifiers that it uses.
struct SourceRooms {
  static var repository: RawPath {
    let folders = #filePath.split(separator: "/").dropLast(3)
    return RawPath("/" + folders.joined(separator: "/"))
  }

  private(set) var names: [String] = []
  private var defined: [String: Set<Substring>] = [:]
  private var mentioned: [String: Set<Substring>] = [:]

  init(in top: RawPath) throws {
    let folder = try Folder(at: top)
    for (path, text) in try Self.files(in: folder, "") {
      let isDeeper = path.steps.count > 1
      let room = isDeeper ? String(decoding: path.steps[0], as: UTF8.self) : "."
      let code = Self.withoutWords(text)
      defined[room, default: []].formUnion(
        code.matches(of: /(?m)^(?:\w+ )*(?:struct|class|enum|actor|protocol|typealias) ([A-Z]\w*)/)
          .map(\.1)
      )
      mentioned[room, default: []].formUnion(code.matches(of: /\b[A-Z]\w*/).map(\.0))
    }
    names = mentioned.keys.sorted()
  }

  /// Returns every use of a later folder by an earlier one, as `Early -> Late: Type`.
  func backwardArrows(in order: [String]) -> [String] {
    var arrows: [String] = []
    for (index, room) in order.enumerated() {
      for later in order[(index + 1)...] {
        // A name that two folders define is ambiguous.
        let others = names.filter { $0 != later }.reduce(into: Set()) {
          $0.formUnion(defined[$1] ?? [])
        }
        let used = (defined[later] ?? []).subtracting(others).intersection(mentioned[room] ?? [])
        arrows += used.sorted().map { "\(room) -> \(later): \($0)" }
      }
    }
    return arrows
  }

  /// Returns the source without comments, string literals and imports, which name targets.
  static func withoutWords(_ text: String) -> String {
    text.replacing(/"""[\s\S]*?"""/, with: "")
      .replacing(/\/\/.*|"(?:[^"\\\n]|\\.)*"/, with: "")
      .replacing(/(?m)^(?:@\w+ |\w+ )*import \w+$/, with: "")
  }

  static func files(
    in folder: borrowing Folder,
    _ folderPath: RawPath
  ) throws -> [(RawPath, String)] {
    var found: [(RawPath, String)] = []
    var reader = FolderReader()
    let here = try folder.folder(folderPath.isEmpty ? "." : folderPath)
    var names: [RawPath] = []
    while let entry = try reader.entry(in: here.descriptor, folderPath) {
      names.append(RawPath(bytes: Array(reader.names[entry.name])))
    }
    for name in names {
      let path = folderPath.isEmpty ? name : folderPath.appending(name)
      switch try folder.status(of: path, followingLinks: false).kind {
      case .folder: found += try files(in: folder, path)
      case .file where name.bytes.suffix(6).elementsEqual(".swift".utf8):
        let text = try folder.open(path).read(1 << 20, path)
        found.append((path, String(decoding: text, as: UTF8.self)))
      default: break
      }
    }
    return found
  }
}

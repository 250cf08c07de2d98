import Bytes
import Library
import System

/// A file that tells file managers which program makes pictures of which kinds of files.
struct ThumbnailerFile {
  static let name: RawPath = "wavethumb.thumbnailer"
  /// The kinds of files that the libraries read, as desktops name them.
  static let types = [
    "audio/mpeg", "audio/mp2", "audio/flac", "audio/x-flac", "audio/x-wav", "audio/wav",
    "audio/vnd.wave", "audio/x-vorbis+ogg", "audio/x-opus+ogg", "audio/x-flac+ogg", "audio/ogg",
    "audio/opus", "audio/x-aiff", "audio/x-aifc", "audio/basic", "audio/x-caf",
  ]

  private static let mark = "# made by wavethumb desktop enable"
  static let mostBytes = 1 << 16

  let text: String

  /// The one that the user's folder gets: by the path of this program, wherever it is installed.
  init(program: RawPath) {
    let word = Self.word(program)
    text = """
      \(Self.mark)
      [Thumbnailer Entry]
      TryExec=\(String(decoding: program.bytes, as: UTF8.self))
      Exec=\(word) thumbnail --size %s %i %o
      MimeType=\(Self.types.joined(separator: ";"));

      [X-Tumbler Settings]
      Priority=4

      """
  }

  init(_ bytes: [UInt8]) { text = String(decoding: bytes, as: UTF8.self) }

  init?(at path: RawPath) {
    do {
      let file = try Folder(at: path.parent).open(path.name)
      guard try file.status(path).kind == .file else { return nil }
      text = String(decoding: try file.read(Self.mostBytes, path), as: UTF8.self)
    } catch {
      return nil
    }
  }

  /// Whether `desktop enable` made it.
  var isOurs: Bool { text.hasPrefix(Self.mark) }

  /// Whether the program that it names is wavethumb.
  var namesWavethumb: Bool { value(of: "Exec").contains("wavethumb") }

  /// The kinds of files it claims.
  var types: [String] { value(of: "MimeType").split(separator: ";").map(String.init) }

  private func value(of key: String) -> Substring {
    let line = text.split(separator: "\n").first { $0.hasPrefix(key + "=") }
    return line?.dropFirst(key.count + 1) ?? ""
  }

  /// A path as one word of a command, with the signs doubled that stand for something else.
  private static func word(_ path: RawPath) -> String {
    let text = String(decoding: path.bytes, as: UTF8.self).replacing("%", with: "%%")
    let isPlain = text.utf8.allSatisfy { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || "/._-+%".utf8.contains(byte)
    }
    return isPlain ? text : text.shellQuoted
  }
}

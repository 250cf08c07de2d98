import Glibc
import WavethumbSystem

/// A file of options, one per line: `style bars`, `--style=bars`, or `follow` alone.
///
/// Empty lines and those that begin with `#` are ignored.
struct ConfigFile {
  struct Line: Equatable {
    let number: Int
    let name: [UInt8]
    /// The value, or nil for a name alone.
    let value: [UInt8]?
  }

  // Far more than is written by hand: a larger file was named by mistake.
  static let maximumBytes = 1 << 20

  let lines: [Line]

  init(_ bytes: [UInt8]) {
    // With the empty lines, so that numbers in messages are those of an editor.
    let allLines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    lines = allLines.enumerated().compactMap { index, line in
      Line(Self.trimmed(line), number: index + 1)
    }
  }

  init(at path: [UInt8]) throws(ValueProblem) {
    let path = RawPath(bytes: path)
    do throws(SystemFailure) {
      let file = try Folder(at: ".").open(path)
      // One byte more than allowed, to notice a file that is larger.
      let bytes = try file.read(Self.maximumBytes + 1, path)
      guard bytes.count <= Self.maximumBytes else {
        throw SystemFailure(.read, errno: EFBIG, at: path)
      }
      self.init(bytes)
    } catch {
      throw .unreadable(errno: error.errno)
    }
  }

  fileprivate static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var line = line.drop(while: isBlank)
    while let last = line.last, isBlank(last) {
      line.removeLast()
    }
    return line
  }

  // A carriage return too: a file that was edited on Windows ends its lines with one.
  fileprivate static func isBlank(_ byte: UInt8) -> Bool { " \t\r".utf8.contains(byte) }
}

extension ConfigFile.Line {
  fileprivate init?(_ line: ArraySlice<UInt8>, number: Int) {
    guard let first = line.first, first != UInt8(ascii: "#") else { return nil }
    let equals = UInt8(ascii: "=")
    let hasDashes = line.starts(with: "--".utf8)
    let text = line.dropFirst(hasDashes ? 2 : 0)
    let name = text.prefix { byte in byte != equals && !ConfigFile.isBlank(byte) }
    // Blanks around the equals sign are allowed: files of other programs have them.
    var rest = text[name.endIndex...].drop(while: ConfigFile.isBlank)
    if rest.first == equals {
      rest = rest.dropFirst().drop(while: ConfigFile.isBlank)
    }
    // `title =` has an empty value, and `follow` alone none.
    let isNameOnly = name.endIndex == text.endIndex
    let value = isNameOnly ? nil : Array(rest)
    self.init(number: number, name: Array(name), value: value)
  }
}

package import Raster
import Thumbnails
import WavethumbBytes
package import WavethumbSystem

/// Parses a font: the file is read at once, so that a wrong one is reported before any work.
extension OptionText {
  package func typeface() throws(ValueProblem) -> Typeface {
    let path = RawPath(bytes: try path())
    do {
      // Nil for a pipe or a device too, at which reading would wait.
      let bytes = try Folder(at: ".").contents(of: path, atMost: OutlineFont.maximumBytes)
      guard let bytes else { throw FontFailure.notAFont }
      return Typeface(font: try OutlineFont(bytes))
    } catch let failure as FontFailure {
      throw .notAFont(failure)
    } catch let failure as SystemFailure {
      throw .unreadable(errno: failure.errno)
    } catch {
      throw .notAFont(.notAFont)
    }
  }
}

/// The font of captions, and its file if one was named.
package struct FontChoice: Sendable, Equatable {
  /// The member with the path of the font; its digest is another member.
  static let pathName = "fontPath"

  package var typeface: Typeface
  package var path: RawPath?
}

extension FontChoice: SettingValue {
  /// Writes the digest, which determines whether pictures are stale, and the path for a repair.
  func write(as name: String, to json: inout JSONWriter) {
    guard let font = typeface.font else { return }
    json.member(name, ContentDigest(of: font.bytes).hex)
    if let path {
      json.name(Self.pathName)
      path.append(to: &json)
    }
  }

  // Settings are compared by these texts. The path is removed before, and the digest is left.
  static func arguments(in settings: JSONValue, as name: String) -> [[UInt8]] {
    let written = settings[Self.pathName] ?? settings[name]
    guard let text = written?.string else { return [] }
    return [Array(text.utf8)]
  }
}

extension PictureOptions {
  var font: FontChoice {
    get { FontChoice(typeface: look.typeface, path: fontPath) }
    set {
      look.typeface = newValue.typeface
      fontPath = newValue.path
    }
  }
}

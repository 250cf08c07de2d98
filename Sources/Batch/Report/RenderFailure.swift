import Library

/// The reason why `render` cannot use the given files.
package enum RenderFailure: Sendable, Equatable {
  case inputMissing([UInt8])
  case outputIsInput([UInt8])
  case outputUnwritable([UInt8], errno: CInt)
  case pictureToTerminal
  case streamUnkept([UInt8], errno: CInt)
  case badBars([UInt8], detail: String)
  case badOverlay([UInt8], detail: String)
  case badMarkers([UInt8], detail: String)

  var words: String {
    switch self {
    case .inputMissing(let path): "there is no file \(PrintableName.quoted(path))"
    case .outputIsInput(let path):
      "\(PrintableName.quoted(path)) is the recording itself and would be overwritten: "
        + "name another -o"
    case .outputUnwritable(let path, let number):
      "\(PrintableName.quoted(path)) cannot be written: \(SystemWords.text(number))"
    case .pictureToTerminal: "a picture is not for a terminal: -o FILE.png, or | to a program"
    case .streamUnkept(let folder, let number):
      "standard input cannot be kept in \(PrintableName.quoted(folder)) to be decoded: "
        + "\(SystemWords.text(number)); TMPDIR names another folder"
    case .badBars(let path, let detail): Self.of(path, "has no bars to draw", detail)
    case .badOverlay(let path, let detail): Self.of(path, "cannot be laid over anything", detail)
    case .badMarkers(let path, let detail): Self.of(path, "has no markers that can be read", detail)
    }
  }

  private static func of(_ path: [UInt8], _ words: String, _ detail: String) -> String {
    "\(PrintableName.quoted(path)) \(words): \(PrintableName.text(detail.utf8))"
  }
}

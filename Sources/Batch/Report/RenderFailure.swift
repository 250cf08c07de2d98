import Library

/// The reason why `render` cannot use the given files.
enum RenderFailure: Sendable, Equatable {
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
      "\(PrintableName.quoted(path)) is the input and would be overwritten: choose another -o"
    case .outputUnwritable(let path, let number):
      "\(PrintableName.quoted(path)) cannot be written: \(SystemWords.text(number))"
    case .pictureToTerminal: "a picture cannot be printed to a terminal: use -o FILE.png or a pipe"
    case .streamUnkept(let folder, let number):
      "standard input cannot be stored in \(PrintableName.quoted(folder)) to be decoded: "
        + "\(SystemWords.text(number)); set TMPDIR to another folder"
    case .badBars(let path, let detail): Self.of(path, "has no bars to draw", detail)
    case .badOverlay(let path, let detail): Self.of(path, "cannot be drawn as an overlay", detail)
    case .badMarkers(let path, let detail): Self.of(path, "has no readable markers", detail)
    }
  }

  private static func of(_ path: [UInt8], _ words: String, _ detail: String) -> String {
    "\(PrintableName.quoted(path)) \(words): \(PrintableName.text(detail.utf8))"
  }
}

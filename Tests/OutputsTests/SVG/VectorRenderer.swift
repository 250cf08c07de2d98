import Codecs
import Glibc
import TestSupport
import Testing
import WavethumbSystem

/// An external SVG renderer.
enum VectorRenderer: Sendable {
  case librsvg
  case chromium

  var isThere: Bool { unsafe system("command -v \(name) >/dev/null 2>&1") == 0 }

  /// Renders pictures of equal size, stacked on one page.
  func pixels(
    _ pictures: [[UInt8]],
    width: Int,
    height: Int,
    scale: Int = 1
  ) throws -> PNGPicture {
    let tree = try TemporaryTree()
    let folder = tree.path.lossyText
    switch self {
    case .librsvg:
      try tree.write("a.svg", bytes: try #require(pictures.first))
      #expect(unsafe system("cd \(folder) && rsvg-convert a.svg -o a.png") == 0)
    case .chromium:
      let style = "<style>body{margin:0}svg{display:block}</style>"
      try tree.write("a.html", bytes: Array("<!DOCTYPE html>\(style)".utf8) + pictures.joined())
      let command =
        "cd \(folder) && HOME=\(folder) chromium --headless --no-sandbox --disable-gpu"
        + " --hide-scrollbars --default-background-color=00000000 --force-color-profile=srgb"
        + " --force-device-scale-factor=\(scale)"
        + " --window-size=\(width),\(height) --screenshot=a.png a.html >/dev/null 2>&1"
      // In rare cases the capture precedes the last paint, so two captures have to be equal.
      var captures: [[UInt8]] = []
      repeat {
        #expect(unsafe system(command) == 0)
        captures.append(try tree.read("a.png"))
      } while captures.count < 6 && !captures.dropLast().contains(captures[captures.count - 1])
    }
    return try PNGReader.decode(tree.read("a.png"))
  }

  private var name: String {
    switch self {
    case .librsvg: "rsvg-convert"
    case .chromium: "chromium"
    }
  }
}

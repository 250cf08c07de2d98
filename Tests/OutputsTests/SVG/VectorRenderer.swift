import Codecs
import Glibc
import TestSupport
import Testing
import WavethumbSystem

/// An external SVG renderer.
enum VectorRenderer: Sendable {
  case librsvg
  case chromium

  var exists: Bool { unsafe system("command -v \(name) >/dev/null 2>&1") == 0 }

  /// Renders pictures of equal size, stacked on one page.
  func pixels(
    _ pictures: [[UInt8]],
    width: Int,
    height: Int,
    scale: Int = 1
  ) throws -> PNGPicture {
    let tree = try TemporaryTree()
    switch self {
    case .librsvg:
      try tree.write("a.svg", bytes: try #require(pictures.first))
      run("rsvg-convert a.svg -o a.png", in: tree)
    case .chromium:
      let head = "<!DOCTYPE html><style>body{margin:0}svg{display:block}</style>"
      try tree.write("a.html", bytes: Array(head.utf8) + pictures.joined())
      try capturePage(in: tree, width: width, height: height, scale: scale)
    }
    return try PNGReader.decode(tree.read("a.png"))
  }

  private func run(_ command: String, in tree: TemporaryTree) {
    let status = unsafe system("cd \(tree.path.lossyText) && \(command)")
    #expect(status == 0)
  }

  private func capturePage(
    in tree: TemporaryTree,
    width: Int,
    height: Int,
    scale: Int
  ) throws {
    let words = [
      // It writes its profile there.
      "HOME=\(tree.path.lossyText)",
      "chromium",
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--hide-scrollbars",
      "--default-background-color=00000000",
      "--force-color-profile=srgb",
      "--force-device-scale-factor=\(scale)",
      "--window-size=\(width),\(height)",
      "--screenshot=a.png",
      "a.html >/dev/null 2>&1",
    ]
    let command = words.joined(separator: " ")
    // In rare cases the capture precedes the last paint, so two captures have to be equal.
    var captures: [[UInt8]] = []
    for _ in 0..<6 {
      run(command, in: tree)
      let capture = try tree.read("a.png")
      if captures.contains(capture) { return }
      captures.append(capture)
    }
  }

  private var name: String {
    switch self {
    case .librsvg: "rsvg-convert"
    case .chromium: "chromium"
    }
  }
}

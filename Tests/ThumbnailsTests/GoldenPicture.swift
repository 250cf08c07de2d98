import Codecs
import Glibc
import Raster
import TestSupport
import Testing

/// A reference picture in `Fixtures/Golden`.
struct GoldenPicture {
  let name: String

  // The largest difference that rounding on other machines may cause, and the share of pixels that may
  // differ by more: those on an edge that falls on the border of two pixels.
  private static let tolerance = 2
  private static let sharedBeyond = 0.001

  /// Compares a canvas with the golden picture.
  ///
  /// A missing golden picture is written, and the test fails. If the pictures differ, the
  /// difference is written to `.build/golden`.
  func expect(_ canvas: Canvas, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let path = "\(Self.root)/Fixtures/Golden/\(name).png"
    guard let file = Self.read(path) else {
      try Self.write(canvas, to: path)
      Issue.record(
        "\(name).png was missing; check the new file",
        sourceLocation: sourceLocation
      )
      return
    }
    let golden = try PNGReader.decode(file)
    guard golden.width == canvas.width, golden.height == canvas.height else {
      Issue.record("\(name).png has another size", sourceLocation: sourceLocation)
      return
    }
    let differences = Self.differences(canvas, from: golden)
    let beyond = differences.count { $0 > Self.tolerance }
    let allowed = Self.sharedBeyond * Double(canvas.pixels.count)
    guard Double(beyond) > allowed else { return }

    try write(differences, of: canvas)
    Issue.record(
      "\(beyond) pixels differ from \(name).png: see .build/golden",
      sourceLocation: sourceLocation
    )
  }

  /// Writes a canvas and a picture of its differences.
  private func write(_ differences: [Int], of canvas: Canvas) throws {
    let folder = "\(Self.root)/.build/golden"
    // They may exist.
    _ = unsafe mkdir("\(Self.root)/.build", 0o777)
    _ = unsafe mkdir(folder, 0o777)
    // White if equal; the larger the difference, the redder.
    let picture = differences.flatMap { difference -> [UInt8] in
      let isEqual = difference <= Self.tolerance
      let rest = isEqual ? 255 : UInt8(max(0, 200 - 4 * difference))
      return [255, rest, rest, 255]
    }
    try Self.write(
      picture,
      width: canvas.width,
      height: canvas.height,
      to: "\(folder)/\(name).difference.png"
    )
    try Self.write(canvas, to: "\(folder)/\(name).png")
  }

  /// Returns the largest difference of the premultiplied components of each pixel.
  private static func differences(_ canvas: Canvas, from golden: PNGPicture) -> [Int] {
    canvas.pixels.indices.map { index in
      let pixel = canvas.pixels[index]
      let alpha = Int(golden.pixels[index * 4 + 3])
      var largest = abs(alpha - Int(pixel >> 24))
      for component in 0..<3 {
        let straight = Int(golden.pixels[index * 4 + component])
        let expected = (straight * alpha + 127) / 255
        let own = Int(pixel >> UInt32(component * 8) & 255)
        largest = max(largest, abs(expected - own))
      }
      return largest
    }
  }

  private static func write(_ canvas: Canvas, to path: String) throws {
    let shifts: [UInt32] = [0, 8, 16, 24]
    let bytes = canvas.pixels.flatMap { pixel in
      shifts.map { UInt8(truncatingIfNeeded: pixel >> $0) }
    }
    try write(bytes, width: canvas.width, height: canvas.height, to: path)
  }

  private static func write(_ pixels: [UInt8], width: Int, height: Int, to path: String) throws {
    let bytes = try unsafe PNGEncoder.encode(
      premultiplied: pixels.span.bytes,
      width: width,
      height: height,
      pixelsPerPoint: 1,
      text: []
    )
    guard let file = unsafe fopen(path, "wb") else {
      Issue.record("cannot write \(path)")
      return
    }
    _ = unsafe fwrite(bytes, 1, bytes.count, file)
    _ = unsafe fclose(file)
  }

  private static func read(_ path: String) -> [UInt8]? {
    guard let file = unsafe fopen(path, "rb") else { return nil }
    defer { _ = unsafe fclose(file) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe fread(&block, 1, block.count, file)
      guard count > 0 else { return bytes }
      bytes += block[..<count]
    }
  }

  /// The root folder of the package.
  private static let root = {
    let steps = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    // This file is two folders below it.
    return steps.dropLast(3).joined(separator: "/")
  }()
}

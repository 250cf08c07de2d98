import Codecs

/// The color types of PNG by their numbers.
enum PNGColorType {
  static let trueColor = 2
  static let palette = 3
  static let trueColorWithAlpha = 6
}

/// The parsed chunks of a file.
struct PNGFacts {
  let bitDepth: Int
  let colorType: Int
  let names: [String]
  private let contents: [String: [UInt8]]

  init(_ file: [UInt8]) {
    var names: [String] = []
    var contents: [String: [UInt8]] = [:]
    for chunk in PNGChunks(file).map(Array.init) ?? [] {
      let name = String(decoding: chunk.name, as: UTF8.self)
      names.append(name)
      contents[name] = Array(file[chunk.content])
    }
    self.names = names
    self.contents = contents
    // Width and height of four bytes each come first.
    let header = contents["IHDR"] ?? []
    bitDepth = header.count > 8 ? Int(header[8]) : 0
    colorType = header.count > 9 ? Int(header[9]) : 0
  }

  func content(_ name: String) -> [UInt8] { contents[name] ?? [] }
}

import Codecs

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
    bitDepth = contents["IHDR"].map { Int($0[8]) } ?? 0
    colorType = contents["IHDR"].map { Int($0[9]) } ?? 0
  }

  func content(_ name: String) -> [UInt8] { contents[name] ?? [] }
}

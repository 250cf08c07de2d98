extension ContentDigest: WireValue {
  func append(to writer: inout WireWriter) {
    writer.append(low)
    writer.append(high)
  }

  init(from reader: inout WireReader) throws(WireFailure) {
    let low: UInt64 = try reader.integer()
    self.init(high: try reader.integer(), low: low)
  }
}

extension ContentDigestBuilder: WireValue {
  func append(to writer: inout WireWriter) {
    writer.append(Int64(blocks.count))
    for (index, block) in blocks {
      writer.append(Int64(index))
      writer.append(Int64(block.byteCount))
      block.digest.append(to: &writer)
    }
  }

  init(from reader: inout WireReader) throws(WireFailure) {
    self.init()
    for _ in 0..<(try reader.count(in: 0...Int.max)) {
      let index = try reader.count(in: 0...Int.max)
      let byteCount = try reader.count(in: 1...Self.blockSize)
      add(Block(digest: try ContentDigest(from: &reader), byteCount: byteCount), index: index)
    }
  }
}

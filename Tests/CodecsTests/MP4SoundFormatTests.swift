import Bytes
import Testing

@testable import Codecs

@Suite struct `The audio format of an MP4` {
  @Test(arguments: [[1], [1, 1], [2], [1, 2], [0], []])
  func `MP4 sound is constant if every track has one format`(formats: [UInt8]) {
    let tracks = formats.map { Self.track(Self.atom("stsd", [0, 0, 0, 0, 0, 0, 0, $0])) }
    let file = Self.file(tracks)
    let isConstant = !formats.isEmpty && formats.allSatisfy { $0 == 1 }
    #expect(MP4SoundFormat.isConstant(in: ByteSource(bytes: file)) == isConstant)
    for end in file.indices {
      _ = MP4SoundFormat.isConstant(in: ByteSource(bytes: Array(file[..<end])))
    }
  }

  @Test func `MP4 sound is not constant without a format`() {
    let files = [[], Self.file([]), Self.file([Self.track([])]), Array("RIFF0000WAVE".utf8)]
    #expect(!files.contains { MP4SoundFormat.isConstant(in: ByteSource(bytes: $0)) })
  }

  private static func track(_ table: [UInt8]) -> [UInt8] {
    atom("trak", atom("mdia", atom("minf", atom("stbl", table))))
  }

  private static func file(_ tracks: [[UInt8]]) -> [UInt8] {
    atom("ftyp", []) + atom("moov", tracks.flatMap(\.self))
  }

  private static func atom(_ name: String, _ body: [UInt8]) -> [UInt8] {
    [0, 0, UInt8((body.count + 8) >> 8), UInt8((body.count + 8) & 0xFF)] + Array(name.utf8) + body
  }
}

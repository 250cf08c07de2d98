import Testing
import WavethumbBytes

@testable import Codecs

@Suite struct `The audio format of an MP4` {
  @Test(arguments: [[], ["mp4a"], ["alac"], ["mp4a", "alac"], ["xalac"]])
  func `MP4 sound is lossless if a track has Apple's lossless format`(formats: [String]) {
    let tracks = formats.map { format in
      let version: [UInt8] = [0, 0, 0, 0]
      let count: [UInt8] = [0, 0, 0, 1]
      let size: [UInt8] = [0, 0, 0, 36]
      let list = version + count + size + Array(format.utf8)
      return Self.track(Self.atom("stsd", body: list))
    }
    let file = Self.file(tracks)
    #expect(MP4SoundFormat.isALAC(in: ByteSource(bytes: file)) == formats.contains("alac"))

    // A file that is cut anywhere is read without a crash, whatever is found.
    for end in file.indices {
      _ = MP4SoundFormat.isALAC(in: ByteSource(bytes: Array(file[..<end])))
    }
  }

  @Test func `MP4 sound is not lossless without a format`() {
    let files = [[], Self.file([]), Self.file([Self.track([])]), Array("RIFF0000WAVE".utf8)]
    #expect(!files.contains { MP4SoundFormat.isALAC(in: ByteSource(bytes: $0)) })
  }

  /// Wraps a table of samples in the atoms of a track.
  private static func track(_ table: [UInt8]) -> [UInt8] {
    ["stbl", "minf", "mdia", "trak"].reduce(table) { body, name in
      atom(name, body: body)
    }
  }

  private static func file(_ tracks: [[UInt8]]) -> [UInt8] {
    atom("ftyp", body: []) + atom("moov", body: tracks.flatMap(\.self))
  }

  private static func atom(_ name: String, body: [UInt8]) -> [UInt8] {
    let size = body.count + 8
    return [0, 0, UInt8(size >> 8), UInt8(size & 0xFF)] + Array(name.utf8) + body
  }
}

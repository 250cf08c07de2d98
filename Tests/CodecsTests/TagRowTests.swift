import Testing
import WavethumbBytes

@testable import Codecs

/// Readers of all formats go over the rows of tags.
@Suite struct `Rows of tags` {
  private func text(_ row: TagRow) -> String { row.isDate ? "1999" : "words" }

  /// Returns an ID3v2 tag with one frame, of version 2.2 if its name has three letters.
  private func tag(_ name: String, text: String) -> [UInt8] {
    let body = [0] + Array(text.utf8)
    let isShort = name.utf8.count == 3
    let size: [UInt8] = [0, 0, UInt8(body.count)]
    let flags: [UInt8] = [0, 0]
    let head = isShort ? size : [0] + size + flags
    let frame = Array(name.utf8) + head + body
    // Room behind the frame, as most tags have.
    let length = UInt8(frame.count + 20)
    let beginning = Array("ID3".utf8) + [isShort ? 2 : 4, 0, 0, 0, 0, 0, length]
    return beginning + frame + [UInt8](repeating: 0, count: 20)
  }

  @Test func `all frames of ID3 that rows name are read`() {
    for row in AudioTags.rows {
      for name in row.id3 {
        let read = ID3Tag(ByteSource(bytes: tag(name, text: text(row))), at: 0)
        #expect(read?.tags[keyPath: row.path] == text(row), "\(name)")
      }
    }
  }

  @Test func `all chunks of INFO that rows name are read`() {
    for row in AudioTags.rows {
      for name in row.info {
        let value = Array((text(row) + "\0").utf8)
        let count = [UInt8(value.count), 0, 0, 0]
        let padding = [UInt8](repeating: 0, count: value.count % 2)
        let list = Array("INFO".utf8) + Array(name.utf8) + count + value + padding
        // libsndfile reads its own tags.
        let expected = row.sndfile == nil ? text(row) : nil
        #expect(AudioTags(beyondSndfile: list)[keyPath: row.path] == expected, "\(name)")
      }
    }
  }
}

import Testing
import WavethumbBytes

@testable import Codecs

/// Readers of all formats go over the rows of tags.
@Suite struct `Rows of tags` {
  private func text(of row: TagRow) -> String {
    row.isDate ? "1999" : "words"
  }

  /// Returns an ID3v2 tag with one frame, of version 2 if its name has three letters.
  private func tag(_ name: String, text: String) -> [UInt8] {
    let latin1: UInt8 = 0
    let version = name.utf8.count == 3 ? 2 : 4
    let body = [latin1] + Array(text.utf8)
    let frame = ID3Bytes.frame(name, body: body, version: version)
    // Room behind the frame, as most tags have.
    return ID3Bytes.tag(version: version, frames: frame + zeros(20))
  }

  @Test func `all frames of ID3 that rows name are read`() {
    for row in AudioTags.rows {
      let text = text(of: row)
      for name in row.id3 {
        let source = ByteSource(bytes: tag(name, text: text))
        let tags = ID3Tag(source, at: 0)?.tags
        #expect(tags?[keyPath: row.path] == text, "\(name)")
      }
    }
  }

  @Test func `all chunks of INFO that rows name are read`() {
    for row in AudioTags.rows {
      let text = text(of: row)
      // libsndfile reads its own tags.
      let expected = row.sndfile == nil ? text : nil
      for name in row.info {
        let tags = AudioTags(beyondSndfile: infoList(name, text: text))
        #expect(tags[keyPath: row.path] == expected, "\(name)")
      }
    }
  }

  /// Returns a list of INFO with one chunk.
  private func infoList(_ name: String, text: String) -> [UInt8] {
    let value = Array(text.utf8) + zeros(1)
    // Chunks begin at even offsets.
    let padding = zeros(value.count % 2)
    return fields(
      Array("INFO".utf8),
      Array(name.utf8),
      littleEndian(value.count),
      value,
      padding
    )
  }
}

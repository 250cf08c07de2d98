import WavethumbBytes

extension AudioTags {
  /// Reads the tags of the INFO list in the head of a WAV stream, in UTF-8, as ffmpeg writes them.
  package init(infoOf head: [UInt8]) {
    self.init()
    guard let dialect = ChunkDialect(head) else { return }
    let source = ByteSource(bytes: head)
    for chunk in ChunkSurvey(source, at: 0, of: dialect).metadata {
      let list = source.bytes(at: chunk.body, count: chunk.present)
      guard list.starts(with: "INFO".utf8) else { continue }
      forEachSubchunk(of: list) { name, value in
        set(TagText.mended(value), named: name)
      }
    }
  }

  /// Reads the tags of an INFO list that libsndfile does not know.
  init(beyondSndfile list: [UInt8]) {
    self.init()
    forEachSubchunk(of: list) { name, value in
      for row in Self.rows where row.sndfile == nil && row.info.contains(name) {
        self[keyPath: row.path] = row.value(TagText.mended(value))
      }
    }
  }

  private mutating func set(_ text: String?, named name: String) {
    for row in Self.rows where row.info.contains(name) {
      self[keyPath: row.path] = row.value(text)
    }
  }
}

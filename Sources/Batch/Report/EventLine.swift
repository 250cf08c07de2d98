import Bytes
import Decoding
import System

/// The events of `--json`, one object a line.
enum EventLine {
  /// One recording.
  static func file(_ record: RecordingRecord) -> [UInt8] {
    line { json in
      let path = record.path
      json.member("event", "file")
      json.member("path", path.lossyText)
      if path.text == nil { json.member("pathBase64", Base64.text(of: path.bytes)) }
      json.member("status", record.status.rawValue)
      json.name("source")
      if let source = record.source { json.value(source.rawValue) } else { json.null() }
      json.name("error")
      guard let problem = record.problem else { return json.null() }
      json.object { json in
        json.member("code", problem.code)
        json.member("message", problem.message)
      }
    }
  }

  /// The walls around the decoders.
  static func isolation(_ layers: SandboxReport) -> [UInt8] {
    line { json in
      json.member("event", "isolation")
      json.member("processes", layers.inWorkers)
      json.name("layers")
      json.array(layers.held.names) { json, name in json.value(name) }
      json.name("missing")
      json.array(layers.missing.flatMap(\.layer.names)) { json, name in json.value(name) }
    }
  }

  /// The whole run.
  static func done(_ totals: RunTotals) -> [UInt8] {
    line { json in
      json.member("event", "done")
      json.member("files", totals.files)
      json.member("decoded", totals.decoded)
      json.member("drawn", totals.drawn)
      json.member("failed", totals.failed)
      json.member("unsupported", totals.unsupported)
      json.member("unchanged", totals.unchanged)
      json.member("truncated", totals.truncated)
      json.member("silent", totals.silent)
      json.member("stale", totals.stale)
      json.member("written", totals.written)
      json.member(
        "captionsLeftOut", totals.unwritten.lackingLetters + totals.unwritten.joining)
      json.member("deleted", totals.deleted)
      json.member("linkedFoldersNotEntered", totals.linkedFoldersNotEntered)
    }
  }

  private static func line(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter(.compact)
    json.object(members)
    json.newline()
    return json.take()
  }
}

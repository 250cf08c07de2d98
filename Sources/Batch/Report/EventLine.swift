/// The events of `--json`, one object a line.
enum EventLine {
  /// One recording.
  static func file(_ outcome: FileOutcome) -> [UInt8] {
    line { json in
      let path = RawPath(bytes: outcome.path)
      json.field("event", "file")
      json.field("path", path.lossyText)
      if path.text == nil { json.field("pathBase64", Base64.text(of: path.bytes)) }
      json.field("status", outcome.status.rawValue)
      json.key("source")
      if let source = outcome.source { json.value(source.rawValue) } else { json.null() }
      json.key("error")
      guard let problem = outcome.problem else { return json.null() }
      json.object { json in
        json.field("code", problem.code)
        json.field("message", problem.message)
      }
    }
  }

  /// The whole run.
  static func done(_ totals: RunTotals) -> [UInt8] {
    line { json in
      json.field("event", "done")
      json.field("files", totals.files)
      json.field("decoded", totals.decoded)
      json.field("drawn", totals.drawn)
      json.field("failed", totals.failed)
      json.field("unsupported", totals.unsupported)
      json.field("unchanged", totals.unchanged)
      json.field("truncated", totals.truncated)
      json.field("silent", totals.silent)
      json.field("stale", totals.stale)
      json.field("written", totals.written)
      json.field("deleted", totals.deleted)
      json.field("linkedFoldersNotEntered", totals.linkedFoldersNotEntered)
    }
  }

  private static func line(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter(style: .compact)
    json.object(members)
    return json.bytes + [UInt8(ascii: "\n")]
  }
}

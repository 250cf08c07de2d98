import Decoding
import Outputs
import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// The events of `--json`, one object per line.
// A line each, so that a program can follow a run of hours while it goes on.
enum EventLine {
  static func file(_ result: RecordingResult) -> [UInt8] {
    line { json in
      json.member("event", "file")
      json.path(result.path)
      json.member("status", result.status.rawValue)
      // Null and not absent, like the error: a program finds the same members in each event.
      json.name("source")
      if let source = result.source {
        json.value(source.rawValue)
      } else {
        json.null()
      }
      if let change = result.hiddenChange {
        json.member("hiddenChange", change.rawValue)
      }
      if let damage = result.facts?.damage, !damage.isEmpty {
        damage.write(to: &json)
      }
      if let facts = result.facts, let sound = facts.sound {
        SoundData.write(sound, findings: facts.findings, to: &json)
      }
      if !result.outputs.isEmpty {
        json.member("outputs", array: result.outputs) { json, output in
          json.object { json in
            json.path(output.path.path)
            json.member("bytes", output.file.bytes)
          }
        }
      }
      write(result.shortfall, to: &json)
    }
  }

  static func forecast(_ result: RecordingResult) -> [UInt8] {
    line { json in
      json.member("event", "file")
      json.path(result.path)
      json.member("would", action(on: result))
      json.member("stale", result.isStale)
      write(result.problem, to: &json)
    }
  }

  /// The action of a scan on a recording.
  private static func action(on result: RecordingResult) -> String {
    switch (result.status, result.source) {
    case (.failed, _): "fail"
    case (.unsupported, _): "skip"
    case (.ok, .unchanged), (.ok, .digest): "keep"
    case (.ok, .summary), (.ok, .decoded): "draw"
    // It is gone, and the manifest would no longer list it.
    case (.ok, nil): "unlist"
    }
  }

  static func isolation(_ layers: SandboxReport) -> [UInt8] {
    line { json in
      json.member("event", "isolation")
      json.member("processes", layers.inWorkers)
      json.member("layers", array: layers.active.names) { json, name in json.value(name) }
      let missing = layers.missing.flatMap(\.layer.names)
      json.member("missing", array: missing) { json, name in json.value(name) }
    }
  }

  static func progress(_ progress: RunProgress) -> [UInt8] {
    line { json in
      json.member("event", "progress")
      json.member("files", progress.filesFound)
      json.member("filesDone", progress.filesDone)
      json.member("fraction", progress.fraction, decimals: 4)
      json.member("elapsed", progress.elapsedSeconds, decimals: 1)
      json.name("remaining")
      if let seconds = progress.secondsLeft {
        json.value(seconds, decimals: 0)
      } else {
        json.null()
      }
    }
  }

  // Programs find a count by its name: one that is renamed breaks them, one that is added does not.
  static func done(_ totals: RunTotals) -> [UInt8] {
    line { json in
      json.member("event", "done")
      json.member("files", totals.files)
      json.member("decoded", totals.decoded)
      json.member("drawn", totals.drawn)
      json.member("failed", totals.failed)
      json.member("unsupported", totals.unsupported)
      json.member("unchanged", totals.unchanged)
      json.member("damaged", totals.damaged)
      json.member("incomplete", totals.incomplete)
      json.member("silent", totals.silent)
      json.member("stale", totals.stale)
      json.member("written", totals.written)
      json.member("captionsLeftOut", totals.unwritten.lackingLetters + totals.unwritten.joining)
      json.member("deleted", totals.deleted)
      json.member("linkedFoldersNotEntered", totals.linkedFoldersNotEntered)
      json.member("lackingData", totals.lackingData)
      json.member("waiting", totals.waiting)
      json.member("passedOver", totals.passedOver)
      json.member("absent", totals.absent)
    }
  }

  static func forecast(_ totals: RunTotals) -> [UInt8] {
    line { json in
      json.member("event", "done")
      json.member("files", totals.files)
      json.member("would") { json in
        json.member("keep", totals.unchanged)
        json.member("draw", totals.drawn)
        json.member("fail", totals.failed)
        json.member("skip", totals.unsupported)
        json.member("unlist", totals.gone)
        json.member("write", totals.written)
        json.member("delete", totals.deleted)
      }
      json.member("stale", totals.stale)
      json.member("linkedFoldersNotEntered", totals.linkedFoldersNotEntered)
    }
  }

  private static func write(_ problem: ManifestProblem?, to json: inout JSONWriter) {
    json.name("error")
    guard let problem else { return json.null() }
    json.object { json in
      json.member("code", problem.code)
      json.member("message", problem.message)
    }
  }

  static func line(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter(.compact)
    json.object(members)
    json.newline()
    // Events may be shown on a terminal, where a name could hold control characters.
    return Escape.printableJSON(json.take())
  }
}

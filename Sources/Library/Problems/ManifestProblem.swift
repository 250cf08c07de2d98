package import WavethumbBytes
package import WavethumbOptions

/// A problem in the manifest: a message for people, fields for programs and for the next run.
// The message is made of cause, detail and cure, and is kept beside them: a report groups files by their
// cause, and no program has to take a sentence apart.
package struct ManifestProblem: Sendable, Hashable {
  /// The limit that a recording exceeds; with a higher one it is tried again.
  package enum Limit: Sendable, Hashable {
    case timeout(seconds: Double)
    case memory(megabytes: Int)
    case duration(hours: Double)
    case work(samplesPerByte: Int)
  }

  package var code: String
  package var message: String
  /// The cause; the whole message if the manifest was edited and lacks it.
  package var cause: String
  package var detail: String?
  package var cure: String?
  /// Whether the same content would fail again, so that it is not retried.
  package var isContentFault = false
  package var limit: Limit?
  /// When a remembered timeout or failure of ffmpeg is tried again, in seconds since 1970.
  package var retryAfter: Int64?
  /// Whether ffmpeg may read it.
  package var waitsForFFmpeg = false
  /// Whether the pictures of an earlier run stay listed; manifest entries do not record this.
  package var keepsPictures = false
  /// Whether a folder is at fault; manifest entries do not record this.
  package var isOfFolder = false
}

extension ManifestProblem {
  package var status: OutcomeStatus { OutcomeStatus(ofCode: code) }

  /// Returns a problem without details.
  package static func unknown(_ status: OutcomeStatus) -> ManifestProblem {
    let isUnsupported = status == .unsupported
    let code = isUnsupported ? status.rawValue : "corrupt"
    return ManifestProblem(code: code, message: "", cause: "why is not known any more")
  }

  /// Reads the output of `write`. Of an edited manifest a code and a message suffice: the file is
  /// tried again.
  package init?(_ json: JSONValue?) {
    guard let json, let code = json["code"]?.string, let message = json["message"]?.string else {
      return nil
    }
    // The manifest may have been edited, and its texts are printed on a terminal.
    func shown(_ name: String) -> String? {
      guard let text = json[name]?.string else { return nil }
      return PrintableName.text(text.utf8)
    }
    let printable = PrintableName.text(message.utf8)
    self.init(
      code: code,
      message: printable,
      cause: shown("cause") ?? printable,
      detail: shown("detail"),
      cure: shown("cure"),
      isContentFault: json["fault"]?.string == "content",
      // A limit makes the recording worth another try once an option allows more.
      limit: Limit(json["limit"]),
      retryAfter: json["retryAfter"]?.int.map(Int64.init),
      waitsForFFmpeg: json["needs"]?.string == "ffmpeg"
    )
  }

  package func write(_ json: inout JSONWriter) {
    json.object { json in
      json.member("code", code)
      json.member("message", message)
      json.member("cause", cause)
      if let detail {
        json.member("detail", detail)
      }
      if let cure {
        json.member("cure", cure)
      }
      let fault = isContentFault ? "content" : "machine"
      json.member("fault", fault)
      if waitsForFFmpeg {
        json.member("needs", "ffmpeg")
      }
      limit?.write(&json)
      if let retryAfter {
        json.member("retryAfter", Int(retryAfter))
      }
    }
  }
}

extension ManifestProblem.Limit {
  fileprivate init?(_ json: JSONValue?) {
    if let seconds = json?["timeoutSeconds"]?.double {
      self = .timeout(seconds: seconds)
    } else if let megabytes = json?["memoryMegabytes"]?.int {
      self = .memory(megabytes: megabytes)
    } else if let hours = json?["maxDurationHours"]?.double {
      self = .duration(hours: hours)
    } else if let samples = json?["maxWork"]?.int {
      self = .work(samplesPerByte: samples)
    } else {
      return nil
    }
  }

  fileprivate func write(_ json: inout JSONWriter) {
    json.member("limit") { json in
      switch self {
      case .timeout(let seconds): json.member("timeoutSeconds", seconds, decimals: 6)
      case .memory(let megabytes): json.member("memoryMegabytes", megabytes)
      case .duration(let hours): json.member("maxDurationHours", hours, decimals: 6)
      case .work(let samples): json.member("maxWork", samples)
      }
    }
  }
}

import Bytes
import Decoding

/// A problem as the manifest tells it: in words for people, in fields for programs and for the next run.
public struct RememberedProblem: Sendable, Hashable {
  /// The limit of ours that a recording went beyond; where more is allowed it may be tried again.
  public enum Limit: Sendable, Hashable {
    case timeout(seconds: Double)
    case memory(megabytes: Int)
    case duration(hours: Double)
  }

  public var code: String
  public var message: String
  /// The message's parts; nothing but the cause in manifests of earlier releases.
  public var cause: String
  public var detail: String?
  public var cure: String?
  /// The same content fails again, so that it need not be tried.
  public var isContentFault = false
  public var limit: Limit?
  /// `--ffmpeg` may read it.
  public var waitsForFFmpeg = false

  /// What is to be remembered of a problem.
  init(_ problem: FileProblem) {
    if case .remembered(let known) = problem {
      self = known
      return
    }
    code = problem.code
    message = problem.message
    cause = ProblemSentences.cause(problem)
    detail = problem.detail
    cure = ProblemSentences.cure(problem)
    isContentFault = problem.isContentFault
    limit = problem.limit
    waitsForFFmpeg = problem.waitsForFFmpeg
  }
}

extension RememberedProblem {
  /// Reads what `write` wrote, and what earlier releases wrote: a code and a message, after which a file is tried again.
  init?(_ json: JSONValue?) {
    guard let json, let code = json["code"]?.string, let message = json["message"]?.string else {
      return nil
    }
    self.code = code
    // A manifest may have been edited by anyone.
    self.message = ShownName.text(message.utf8)
    cause = json["cause"]?.string.map { ShownName.text($0.utf8) } ?? self.message
    detail = json["detail"]?.string.map { ShownName.text($0.utf8) }
    cure = json["cure"]?.string.map { ShownName.text($0.utf8) }
    isContentFault = json["fault"]?.string == "content"
    limit = Limit(json["limit"])
    waitsForFFmpeg = json["needs"]?.string == "ffmpeg"
  }

  /// Writes the problem as an entry of the manifest has it.
  func write(_ json: inout JSONWriter) {
    json.object { json in
      json.member("code", code)
      json.member("message", message)
      json.member("cause", cause)
      if let detail { json.member("detail", detail) }
      if let cure { json.member("cure", cure) }
      json.member("fault", isContentFault ? "content" : "machine")
      if waitsForFFmpeg { json.member("needs", "ffmpeg") }
      limit?.write(&json)
    }
  }
}

extension RememberedProblem.Limit {
  fileprivate init?(_ json: JSONValue?) {
    if let seconds = json?["timeoutSeconds"]?.double {
      self = .timeout(seconds: seconds)
    } else if let megabytes = json?["memoryMegabytes"]?.int {
      self = .memory(megabytes: megabytes)
    } else if let hours = json?["maxDurationHours"]?.double {
      self = .duration(hours: hours)
    } else {
      return nil
    }
  }

  fileprivate func write(_ json: inout JSONWriter) {
    json.name("limit")
    json.object { json in
      switch self {
      case .timeout(let seconds): json.member("timeoutSeconds", seconds, decimals: 6)
      case .memory(let megabytes): json.member("memoryMegabytes", megabytes)
      case .duration(let hours): json.member("maxDurationHours", hours, decimals: 6)
      }
    }
  }

  /// Whether a run with these options allows more than this.
  func isLifted(by options: DecodeOptions) -> Bool {
    switch self {
    case .timeout(let seconds): options.timeoutSeconds > seconds
    case .memory(let megabytes): !Self.megabytes(allowedBy: options).contains(megabytes)
    case .duration(let hours): options.longestHours > hours
    }
  }

  private static func megabytes(allowedBy options: DecodeOptions) -> [Int] {
    let ffmpeg = Int(FFmpegWalls.memory >> 20)
    return options.isolation == .off ? [ffmpeg] : [ffmpeg, WorkerWalls.memory >> 20]
  }
}

/// The message of an earlier run taken apart again, so that a later run groups and says the same as the first.
struct RememberedMessage {
  /// As it goes on behind a colon.
  let cause: String
  let detail: String?
  let cure: String?

  init(_ message: String) {
    // A manifest may have been edited by anyone.
    let text = ShownName.text((message.hasSuffix(".") ? message.dropLast() : message[...]).utf8)
    cure = Self.cures.first { text.hasSuffix(". \($0)") }
    let rest = String(text.dropLast(cure.map { $0.count + 2 } ?? 0))
    let frame = Self.frames.first { rest.hasPrefix($0 + ": ") }
    detail = frame.map { String(rest.dropFirst($0.count + 2)) }
    cause = Self.continued(frame ?? rest)
  }

  private static let cures: [String] = {
    let impostors: [FileProblem] = [.notAFile(.pipe), .notAFile(.danglingLink)]
    let content: [FileProblem] = [
      .empty, .gitLFSPointer, .corrupt(detail: nil), .outOfMemory(megabytes: 0),
      .tooLong(limitHours: 0), .beyondEnd(seconds: 0), .timeout(processorSeconds: 0),
      .waited(seconds: 0), .crashed(signal: 0), .changed, .foreignPicture, .writeFailed(errno: 0),
      .unsupported(format: nil, ffmpeg: .notAsked),
    ]
    return (content + impostors).compactMap(ProblemSentences.cure)
  }()

  /// What has a detail behind it that differs from file to file.
  private static let frames = [
    FileProblem.corrupt(detail: nil), .outOfLimits(what: "", found: "", limit: ""),
    .beyondEnd(seconds: 0),
  ].map { problem in
    let cause = ProblemSentences.cause(problem)
    return cause.prefix(1).uppercased() + cause.dropFirst()
  }

  private static let firstWords: Set<Substring> = [
    "A", "Cannot", "Damaged", "Decoding", "Empty", "More", "Not", "The", "Written",
  ]

  /// A sentence that begins with the name of a format keeps its capital.
  private static func continued(_ sentence: String) -> String {
    let word = sentence.prefix { $0.isLetter }
    return firstWords.contains(word) ? word.lowercased() + sentence.dropFirst(word.count) : sentence
  }
}

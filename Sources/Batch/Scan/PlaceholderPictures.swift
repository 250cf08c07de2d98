import Library

extension JobResult {
  /// The same with the text of the entry, and with placeholders for pictures that a recording does
  /// not have, if the run makes any.
  func completed(_ tools: ScanTools) -> JobResult {
    guard case .finished(let job, var result, let seconds) = self else { return self }
    if tools.making.options.makesPlaceholders ?? false,
      result.problem?.mayHavePlaceholder ?? false
    {
      do throws(WorkStop) {
        result.entry.pictures = try OutputWriting(tools: tools, kept: [:])
          .writePlaceholders(job.path, wasWritten: job.hadPictures)
      } catch {
        switch error {
        case .ended(let failure): return .ended(failure)
        case .cancelled: return .cancelled
        // The problem of the recording itself is reported.
        case .problem: break
        }
      }
    }
    result.text = result.entry.text(way: tools.wayToOutput)
    return .finished(job, result, secondsDecoded: seconds)
  }
}

extension RememberedProblem {
  /// Whether the recording is at fault, and not the place where its pictures belong.
  var mayHavePlaceholder: Bool { code != FileProblem.writeFailed(errno: 0).code }
}

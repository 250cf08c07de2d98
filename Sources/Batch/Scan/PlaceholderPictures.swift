import Library

extension JobResult {
  /// The same with pictures that stand in for those that a recording does not have, where the run
  /// makes such.
  func withPlaceholders(_ tools: ScanTools) -> JobResult {
    guard tools.making.options.makesPlaceholders ?? false,
      case .finished(let job, let failed, let seconds) = self,
      let problem = failed.problem, problem.mayHavePlaceholder
    else { return self }
    do throws(WorkStop) {
      let written = try OutputWriting(tools: tools, kept: [:])
        .writePlaceholders(job.path, wasWritten: job.hadPictures)
      var record = RecordingRecord(
        failed: job.path, problem, size: failed.size < 0 ? nil : failed.size, failed.digest,
        placeholders: written.pictures, way: tools.wayToOutput)
      record.identity = failed.identity
      record.isRemembered = failed.isRemembered
      record.placeholders = written.sizes
      return .finished(job, record, secondsDecoded: seconds)
    } catch {
      switch error {
      case .ended(let failure): return .ended(failure)
      case .cancelled: return .cancelled
      // What cannot be written is told of the recording already.
      case .problem: return self
      }
    }
  }
}

extension FileProblem {
  /// Whether the recording is at fault, and not the place where its pictures belong.
  var mayHavePlaceholder: Bool { code != FileProblem.writeFailed(errno: 0).code }
}

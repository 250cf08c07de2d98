/// Finds the part that an engine has assigned to this process.
struct ShardEngine {
  /// The number of parts, if the engine does not provide it.
  let count: Int?
  let variable: (String) -> String?

  /// Returns the part; throws if no engine is found, or two contradict each other.
  func part() throws(UsageError) -> Shard {
    let engines = [
      slurm,
      awsBatch,
      ci,
      // GNU parallel and Kubernetes, which number their jobs and do not say how many there are.
      counted(by: "PARALLEL_SEQ", from: 1),
      counted(by: "JOB_COMPLETION_INDEX", from: 0),
    ]
    let assigned = engines.compactMap(\.self)
    guard let first = assigned.first else { throw .combination(.noPartAssigned) }
    // A task of one engine may run inside of another's. Which of the two divides the library is not
    // guessed: the wrong one would leave recordings out without a word.
    let areEqual = assigned.allSatisfy { part in part == first }
    let isOfGivenCount = count == nil || count == first.count
    guard areEqual, isOfGivenCount else {
      let parts = assigned.map { part in "\(part.number)/\(part.count)" }
      throw .combination(.partsDiffer(parts))
    }
    return first
  }

  /// The part in a complete job array that starts at 0 or 1: a rerun of task 3 is not part 1 of 1.
  private var slurm: Shard? {
    guard let index = number("SLURM_ARRAY_TASK_ID"), let count = number("SLURM_ARRAY_TASK_COUNT"),
      let lowest = number("SLURM_ARRAY_TASK_MIN"), let highest = number("SLURM_ARRAY_TASK_MAX")
    else { return nil }
    guard (0...1).contains(lowest), highest >= lowest, index >= lowest else { return nil }
    let step = number("SLURM_ARRAY_TASK_STEP") ?? 1
    // An array with gaps, such as `1,3,7`, has fewer tasks than its ends say.
    guard step > 0, count == (highest - lowest) / step + 1 else { return nil }
    return Shard((index - lowest) / step + 1, of: count)
  }

  private var awsBatch: Shard? {
    guard let index = number("AWS_BATCH_JOB_ARRAY_INDEX"),
      let count = number("AWS_BATCH_JOB_ARRAY_SIZE")
    else { return nil }
    return Shard(index + 1, of: count)
  }

  // The names of GitLab, which counts from 1.
  private var ci: Shard? {
    guard let index = number("CI_NODE_INDEX"), let count = number("CI_NODE_TOTAL") else {
      return nil
    }
    return Shard(index, of: count)
  }

  private func counted(by name: String, from first: Int) -> Shard? {
    guard let count, let index = number(name) else { return nil }
    return Shard(index - first + 1, of: count)
  }

  private func number(_ name: String) -> Int? {
    guard let text = variable(name), let number = Int(text) else { return nil }
    // A bound, so that no sum with it overflows: the variable may have any value.
    guard (0..<1 << 32).contains(number) else { return nil }
    return number
  }
}

/// The part of `--shard`.
package enum ShardChoice: Sendable, Equatable {
  case part(Shard)
  /// The part that the engine has assigned to this process.
  case automatic
}

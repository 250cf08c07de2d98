import TestSupport
import Testing

@testable import WavethumbLibrary
@testable import WavethumbOptions

@Suite struct `A part of a library` {
  @Test func `each path belongs to one part, independent of other paths`() {
    let paths = (0..<4000).map { number in
      Array("Show \(number % 40)/episode \(number).mp3".utf8)
    }
    for count in [1, 2, 3, 7, 16] {
      let shards = (1...count).compactMap { Shard($0, of: count) }
      for path in paths {
        #expect(shards.count { $0.owns(path) } == 1)
      }
      // A hash decides and no division, so that parts differ as by chance: of 16 parts with 250 paths on
      // average, the standard deviation is 15, and 125 are eight of them.
      let mean = 4000 / count
      for shard in shards {
        let size = paths.count(where: shard.owns)
        #expect(abs(size - mean) < mean / 10 + 100)
      }
    }
  }

  @Test func `a part has a label for file names`() {
    #expect(Shard(3, of: 16)?.label == "3-of-16")
    #expect(Shard(label: "3-of-16") == Shard(3, of: 16))
    // Cut names, numbers out of range, and other spellings of a part: a file of each would be one more
    // part 3 of 16.
    for wrong in ["", "3", "3-of", "0-of-4", "5-of-4", "03-of-16", "3-of-16-", "+3-of-16"] {
      #expect(Shard(label: wrong) == nil, "\(wrong)")
    }
    #expect(Shard(0, of: 3) == nil)
    #expect(Shard(1, of: 0) == nil)
    #expect(Shard(4, of: 3) == nil)
  }

  @Test func `assigning by size keeps parts close to the mean`() {
    // MP3 of 128 kbit/s, from ten seconds to five hours; half of them are shorter than 40 minutes.
    var numbers = SeededNumbers(seed: 7)
    let bytesOfTenSeconds = 160_000.0
    let sizes = (0..<2000).map { _ in
      let fraction = Double.random(in: 0...1, using: &numbers)
      return Int64(bytesOfTenSeconds * (1 + fraction * fraction * fraction * 1800))
    }.sorted(by: >)
    for count in [1, 2, 7, 16, 64] {
      var loads = PartLoads(parts: count)
      var sums = Array(repeating: Int64(0), count: count)
      for size in sizes {
        sums[loads.assign(size) - 1] += size
      }

      // The longest first, each to the part with the least: the last ones even out the rest. A tenth is
      // far more than that leaves of 31 files a part.
      let mean = Double(sums.reduce(0, +)) / Double(count)
      let largest = Double(sums.max() ?? 0)
      #expect(largest <= 1.1 * mean)
    }
  }

  @Test func `equal parts are filled in order`() {
    // Each machine assigns all files for itself, so that ties have to be decided in one way.
    var loads = PartLoads(parts: 3)
    let assigned = (0..<7).map { _ in loads.assign(5) }
    #expect(assigned == [1, 2, 3, 1, 2, 3, 1])
  }
}

@Suite struct `The shard given by a batch system` {
  private func part(_ variables: [String: String], of count: Int? = nil) throws -> Shard {
    try ShardEngine(count: count) { variables[$0] }.part()
  }

  /// Returns the variables of one task of an array.
  private func slurm(
    task id: Int,
    in array: ClosedRange<Int>,
    count: Int,
    step: Int = 1
  ) -> [String: String] {
    [
      "SLURM_ARRAY_TASK_ID": "\(id)",
      "SLURM_ARRAY_TASK_MIN": "\(array.lowerBound)",
      "SLURM_ARRAY_TASK_MAX": "\(array.upperBound)",
      "SLURM_ARRAY_TASK_COUNT": "\(count)",
      "SLURM_ARRAY_TASK_STEP": "\(step)",
    ]
  }

  @Test func `Slurm's variables of a whole array determine the part`() throws {
    let fromOne = slurm(task: 3, in: 1...16, count: 16)
    #expect(try part(fromOne) == Shard(3, of: 16))
    let fromZero = slurm(task: 3, in: 0...15, count: 16)
    #expect(try part(fromZero) == Shard(4, of: 16))
    // The tasks are 1, 3, 5 and 7, of which 5 is the third.
    let odd = slurm(task: 5, in: 1...7, count: 4, step: 2)
    #expect(try part(odd) == Shard(3, of: 4))
    let alone = slurm(task: 1, in: 1...1, count: 1)
    #expect(try part(alone) == Shard(1, of: 1))
  }

  @Test func `a partial Slurm array determines no part`() {
    // As after `--array=3`, which repeats a failed task, and after a list of three numbers: how many
    // parts there were is unknown.
    let repeated = slurm(task: 3, in: 3...3, count: 1)
    #expect(throws: UsageError.self) { try part(repeated) }
    let listed = slurm(task: 3, in: 1...7, count: 3)
    #expect(throws: UsageError.self) { try part(listed) }
    // No engine, and one that does not say how many parts there are.
    #expect(throws: UsageError.self) { try part([:]) }
    #expect(throws: UsageError.self) { try part(["PARALLEL_SEQ": "3"]) }
  }

  @Test func `variables of other engines determine the part`() throws {
    let aws = ["AWS_BATCH_JOB_ARRAY_INDEX": "0", "AWS_BATCH_JOB_ARRAY_SIZE": "4"]
    #expect(try part(aws) == Shard(1, of: 4))
    // AWS and Kubernetes count from 0, GitLab and GNU parallel from 1.
    #expect(try part(["CI_NODE_INDEX": "4", "CI_NODE_TOTAL": "4"]) == Shard(4, of: 4))
    #expect(try part(["PARALLEL_SEQ": "2"], of: 9) == Shard(2, of: 9))
    #expect(try part(["JOB_COMPLETION_INDEX": "0"], of: 9) == Shard(1, of: 9))
  }

  @Test func `two engines that differ are rejected`() throws {
    // As in a job of GitLab that starts GNU parallel: which of them divides the library is not guessed, since
    // the wrong one would leave recordings out.
    let both = ["CI_NODE_INDEX": "4", "CI_NODE_TOTAL": "4", "PARALLEL_SEQ": "4"]
    #expect(try part(both, of: 4) == Shard(4, of: 4))
    let different = both.merging(["PARALLEL_SEQ": "3"]) { $1 }
    #expect(throws: UsageError.self) { try part(different, of: 4) }
    let ofSixteen = slurm(task: 3, in: 1...16, count: 16)
    #expect(throws: UsageError.self) { try part(ofSixteen, of: 8) }
    #expect(throws: UsageError.self) { try part(["PARALLEL_SEQ": "10"], of: 9) }
  }
}

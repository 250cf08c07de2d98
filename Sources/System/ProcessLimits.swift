import CSandbox
import Glibc

/// The processors of this machine.
package enum Processors {
  /// The number of processors that this process may use, as limited by `taskset` or a container.
  // Foundation's number of active processors ignores both.
  package static var usable: Int {
    let usable = Int(hidden_usable_processors())
    if usable > 0 { return usable }
    // More than 1,024 processors do not fit into the set.
    return max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN)))
  }
}

/// Memory that was freed and may be used again.
package enum FreedMemory {
  /// Keeps freed memory for the next picture, which needs as much.
  // The system would have to clear the pages of each canvas again: measured, 7 % of a redraw. 8 MB, a
  // canvas of 2,000 by 1,000, are untuned.
  package static func keep() {
    let megabytes: CInt = 8
    sandbox_keep_memory(megabytes)
  }
}

/// The memory that this process may still map.
package enum AddressSpace {
  // The program with its libraries is mapped already. Measured: with 40 MB left, a scan of 90 recordings
  // with two jobs died in its middle now and then; a job needs a stack of 8 MB, samples and canvases.
  private static let fixedBytes = 40 << 20
  private static let bytesOfJob = 48 << 20

  /// The bytes that a run of one job needs.
  package static let neededBytes = fixedBytes + bytesOfJob

  /// Returns the number of jobs that have memory: at most `maximum`, at least one.
  package static func jobs(atMost maximum: Int) -> Int {
    var jobs = max(1, maximum)
    while jobs > 1, !canMap(bytes: fixedBytes + jobs * bytesOfJob) {
      jobs -= 1
    }
    return jobs
  }

  /// Returns whether the system would give this process so much memory, which is not touched.
  ///
  /// A limit of the user holds for this process and for the decoders that it starts.
  // Asked by trying: what the limits and the policy of the kernel add up to is written nowhere.
  package static func canMap(bytes: Int) -> Bool {
    let address = unsafe mmap(
      nil,
      bytes,
      PROT_READ | PROT_WRITE,
      MAP_PRIVATE | MAP_ANONYMOUS,
      -1,
      0
    )
    guard let address = unsafe address, unsafe address != MAP_FAILED else { return false }
    unsafe munmap(address, bytes)
    return true
  }
}

package import Glibc

extension timespec { var nanoseconds: Int64 { Int64(tv_sec) &* 1_000_000_000 &+ Int64(tv_nsec) } }

/// Processor time and waiting time of processes.
package enum ProcessorTime {
  /// Processor seconds of this process and its ended children.
  package static var own: Double {
    [RUSAGE_SELF, RUSAGE_CHILDREN].reduce(0) { sum, who in
      var usage = rusage()
      guard unsafe getrusage(who.rawValue, &usage) == 0 else { return sum }
      return sum + seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }
  }

  /// Seconds that the first thread of a process ran or waited for a processor, excluding waits for
  /// disks and other processes; nil if the kernel does not report it.
  package static func runningOrQueued(by process: pid_t) -> Double? {
    let path = RawPath(bytes: Array("/proc/\(process)/schedstat".utf8))
    let line: [UInt8]
    do throws(SystemFailure) {
      line = try Folder(at: "/").open(path).read(128, path)
    } catch {
      return nil
    }

    // Nanoseconds running and in the run queue, and a count. `getrusage` knows no time in the queue, and
    // of other processes nothing at all.
    let fields = line.split(separator: UInt8(ascii: " "))
    guard fields.count >= 2,
      let running = Double(String(decoding: fields[0], as: UTF8.self)),
      let queued = Double(String(decoding: fields[1], as: UTF8.self))
    else { return nil }
    return (running + queued) * 1e-9
  }

  /// The pages that a process had to wait for until a disk gave them (major faults); nil if the
  /// kernel does not report them.
  package static func pagesLoaded(by process: pid_t) -> Int? {
    let path = RawPath(bytes: Array("/proc/\(process)/stat".utf8))
    let line: [UInt8]
    do throws(SystemFailure) {
      line = try Folder(at: "/").open(path).read(1024, path)
    } catch {
      return nil
    }
    // The name in brackets may contain any byte. The tenth field behind it counts the pages.
    guard let name = line.lastIndex(of: UInt8(ascii: ")")) else { return nil }
    let fields = line[(name + 1)...].split(separator: UInt8(ascii: " "))
    guard fields.count > 9 else { return nil }
    return Int(String(decoding: fields[9], as: UTF8.self))
  }

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) * 1e-6
  }
}

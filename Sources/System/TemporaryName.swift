import Glibc
import Synchronization
import WavethumbBytes

/// The name of an unfinished file: `.wavethumb-HOST-PROCESS-START-COUNT.tmp`.
///
/// HOST identifies machine and process namespace, START the start of the process, so that another
/// run can check whether the process still runs: in a restarted container, every run has the same
/// process number.
package enum TemporaryName {
  /// Returns a name that no other process and no other call uses.
  package static func unused() -> RawPath {
    let count = counter.wrappingAdd(1, ordering: .relaxed).newValue
    return RawPath(bytes: ownPrefix + Array(String(count).utf8) + suffix)
  }

  /// Whether a name has all fields of a temporary file: others with our prefix may be the user's.
  package static func isOurs(_ name: some Collection<UInt8>) -> Bool {
    guard name.count >= prefix.count + suffix.count,
      name.starts(with: prefix),
      name.suffix(suffix.count).elementsEqual(suffix)
    else { return false }
    let fields = fields(of: name)
    guard fields.count == 4 else { return false }
    let host = fields[0]
    guard host.count == 8, Hexadecimal.value(host) != nil else { return false }
    return fields[1...].allSatisfy { number($0) != nil }
  }

  private static func fields<Name: Collection<UInt8>>(of name: Name) -> [Name.SubSequence] {
    let inside = name.dropFirst(prefix.count).dropLast(suffix.count)
    return inside.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
  }

  /// Returns whether the process of this name runs on this machine; nil if unknown.
  static func isInUse(_ name: some Collection<UInt8>) -> Bool? {
    let fields = fields(of: name)
    guard fields.count == 4, Hexadecimal.value(fields[0]) == host & 0xFFFF_FFFF else { return nil }
    guard let process = pid_t(String(decoding: fields[1], as: UTF8.self)),
      process > 0,
      let start = number(fields[2])
    else { return nil }
    // EPERM: it runs, as another user.
    if kill(process, 0) != 0 && errno != EPERM { return false }
    // Without `/proc` the number alone must do: rather a file too many than one that somebody still
    // writes.
    guard let current = Self.state(of: process) else { return true }
    return !current.isEnding && current.start == start
  }

  private static let prefix = Array(".wavethumb-".utf8)
  private static let suffix = Array(".tmp".utf8)
  private static let counter = Atomic<UInt64>(0)

  private static let ownPrefix: [UInt8] = {
    let start = state(of: getpid())?.start ?? 0
    return prefix + Hexadecimal.digits(host, count: 8) + Array("-\(getpid())-\(start)-".utf8)
  }()

  /// Returns the start of a process in ticks since boot, and whether it is exiting; nil if unknown.
  ///
  /// A killed process keeps its number until its parent reads its status, which in a container
  /// without an init may be never.
  static func state(of process: pid_t) -> (start: UInt64, isEnding: Bool)? {
    do throws(SystemFailure) {
      let path = RawPath(bytes: Array("/proc/\(process)/stat".utf8))
      let line = try Folder(at: "/").open(path).read(4096, path)
      // The second field is the program's name, in brackets, and may contain anything.
      guard let bracket = line.lastIndex(of: UInt8(ascii: ")")) else { return nil }
      let fields = line[(bracket + 1)...].split(separator: UInt8(ascii: " "))
      // Fields 3, 9 and 22 of proc(5), counted from the first one behind the name.
      let stateIndex = 0
      let flagsIndex = 6
      let startIndex = 19
      guard fields.count > startIndex,
        let start = Self.number(fields[startIndex]),
        let flags = Self.number(fields[flagsIndex])
      else { return nil }
      let isZombie = fields[stateIndex].first == UInt8(ascii: "Z")
      let exiting: UInt64 = 0x4  // PF_EXITING in the kernel's `sched.h`
      return (start, isZombie || flags & exiting != 0)
    } catch {
      return nil
    }
  }

  private static func number(_ digits: some Collection<UInt8>) -> UInt64? {
    UInt64(String(decoding: digits, as: UTF8.self))
  }

  // Two containers may have the same name, and then mean two processes by the same number.
  private static let host: UInt64 = {
    var hash = StableHash()
    var machine = utsname()
    _ = unsafe uname(&machine)
    let name = unsafe withUnsafeBytes(of: machine.nodename) { unsafe Array($0) }
    hash.add(name)

    // A link to "pid:[4026531836]": the number of the namespace.
    var link = [CChar](repeating: 0, count: 64)
    let length = RawPath("/proc/self/ns/pid").withTerminatedBytes { path in
      unsafe readlink(path, &link, link.count)
    }

    // Without `/proc` it has no bytes, and the name of the machine decides.
    let namespace = link.prefix(max(0, length))
    hash.add(namespace.map(UInt8.init(bitPattern:)))
    return hash.value
  }()
}

/// Temporary files left by killed runs.
package enum StaleTemporaries {
  /// Removes temporary files from a folder and, by default, from those below; returns their number.
  ///
  /// Removes only regular files with our pattern of name whose process no longer runs; if that
  /// process ran on another machine, only those unchanged since `time`. Skips folders that cannot
  /// be read.
  @discardableResult
  package static func sweep(
    _ top: borrowing Folder,
    withSubfolders: Bool = true,
    sparingForeignSince time: Int64? = nil
  ) -> Int {
    var reader = FolderReader()
    var removed = 0
    var waiting = [RawPath("")]
    while let path = waiting.popLast() {
      // A folder that is gone or forbidden has nothing that this run could remove.
      do throws(SystemFailure) {
        let folder = try top.folder(path.asFolder, followingLinks: false)
        let (folders, files) = try reader.list(folder)
        for name in files where TemporaryName.isOurs(name.bytes) {
          if removeIfStale(name, in: folder, sparingForeignSince: time) {
            removed += 1
          }
        }
        if withSubfolders {
          waiting += folders.map(path.appending)
        }
      } catch {
        continue
      }
    }
    return removed
  }

  /// Returns whether the file was removed; a failure leaves it to the next run.
  private static func removeIfStale(
    _ name: RawPath,
    in folder: borrowing Folder,
    sparingForeignSince time: Int64?
  ) -> Bool {
    do throws(SystemFailure) {
      guard try isDead(name, in: folder, time) else { return false }
      // The name is the proof: no other program gives it, and its process is gone.
      let file = try OwnedFile.find(name, in: folder) { _, _ in true }
      return try file?.remove() ?? false
    } catch {
      return false
    }
  }

  private static func isDead(
    _ name: RawPath,
    in folder: borrowing Folder,
    _ time: Int64?
  ) throws(SystemFailure) -> Bool {
    if let isInUse = TemporaryName.isInUse(name.bytes) { return !isInUse }
    // A process on another machine cannot be asked, so only the age of its file is left.
    guard let time else { return true }
    return try folder.status(of: name, followingLinks: false).identity.modified < time
  }
}

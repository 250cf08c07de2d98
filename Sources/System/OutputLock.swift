import Glibc

/// The exclusive right to write into an output folder, held as long as it exists.
///
/// An `fcntl` lock: the kernel releases it with the process and reports its holder, over NFS too.
package final class OutputLock: Sendable {
  package enum Refusal: Error, Sendable, Hashable {
    /// Another process holds the lock; 0 if it runs on another machine.
    case held(process: Int)
    case failed(SystemFailure)
  }

  package static let name: RawPath = ".lock"

  // Open once in this process: closing any other descriptor of the file would release the lock.
  private let descriptor: Descriptor

  /// Takes the lock of that name; a shared lock can be held by several processes at once.
  package init(
    in folder: borrowing Folder,
    name: RawPath = OutputLock.name,
    isShared: Bool = false
  ) throws(Refusal) {
    let path = folder.path.appending(name)
    let kind = isShared ? F_RDLCK : F_WRLCK
    let descriptor: Descriptor
    do {
      // Existing ones are opened, and the file stays after a run: if it were removed, a third process
      // could lock a new one while a second still waits for the old. A link of that name is not
      // followed, and a pipe is not waited for.
      descriptor = try folder.create(name, flags: O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK)
    } catch {
      throw .failed(error)
    }
    switch Self.ask(F_SETLK, kind, of: descriptor).failure {
    case 0: break
    // The file system has no locks, so no other run can be kept out.
    case ENOLCK, EOPNOTSUPP, ENOSYS, EINVAL: break
    case let failure where failure == EACCES || failure == EAGAIN:
      let holder = Self.ask(F_GETLK, kind, of: descriptor).lock
      let isFree = holder.l_type == Int16(F_UNLCK)
      // Either error may mean a held lock; if none is held, `EACCES` means missing permission.
      if isFree, failure == EACCES {
        throw .failed(SystemFailure(.lock, errno: failure, at: path))
      }
      // A holder on another machine has no number here.
      let process = isFree ? 0 : max(0, Int(holder.l_pid))
      throw .held(process: process)
    case let failure: throw .failed(SystemFailure(.lock, errno: failure, at: path))
    }
    self.descriptor = descriptor
  }

  private static func ask(
    _ command: CInt,
    _ kind: CInt,
    of descriptor: borrowing Descriptor
  ) -> (lock: flock, failure: CInt) {
    var lock = flock()
    lock.l_type = Int16(kind)
    lock.l_whence = Int16(SEEK_SET)
    while true {
      let answer = unsafe fcntl(descriptor.number, command, &lock)
      if answer == 0 { return (lock, 0) }
      if errno != EINTR { return (lock, errno) }
    }
  }
}

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
      descriptor = try folder.create(
        name,
        flags: O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK,
        mode: 0o600
      )
    } catch {
      throw .failed(error)
    }
    Self.restrictMode(of: descriptor, in: folder)
    let failure = Self.ask(F_SETLK, kind, of: descriptor).failure
    switch failure {
    case 0:
      break
    case ENOLCK, EOPNOTSUPP, ENOSYS, EINVAL:
      // The file system has no locks, so no other run can be kept out.
      break
    case EACCES, EAGAIN:
      throw Self.refusal(of: descriptor, kind: kind, errno: failure, at: path)
    default:
      throw .failed(SystemFailure(.lock, errno: failure, at: path))
    }
    self.descriptor = descriptor
  }

  /// Lets only those open the lock file who may write into its folder; the file of another user stays
  /// as it is.
  // A shared lock needs no more than read access: whoever may only read an output could keep every scan
  // out of it.
  private static func restrictMode(of descriptor: borrowing Descriptor, in folder: borrowing Folder)
  {
    var file = stat()
    var parent = stat()
    guard unsafe fstat(descriptor.number, &file) == 0,
      unsafe fstat(folder.descriptor.number, &parent) == 0,
      file.st_uid == geteuid(), file.st_mode & S_IFMT == S_IFREG
    else { return }
    // Another group than the folder's may have no right to write there.
    let isGroupWritable = parent.st_mode & S_IWGRP != 0 && parent.st_gid == file.st_gid
    let mode: mode_t = isGroupWritable ? 0o660 : 0o600
    if file.st_mode & 0o7777 != mode {
      // A file system without modes refuses; the lock works nevertheless.
      _ = fchmod(descriptor.number, mode)
    }
  }

  /// Finds out who holds a lock that was refused.
  private static func refusal(
    of descriptor: borrowing Descriptor,
    kind: CInt,
    errno failure: CInt,
    at path: RawPath
  ) -> Refusal {
    let holder = ask(F_GETLK, kind, of: descriptor).lock
    let isFree = holder.l_type == Int16(F_UNLCK)
    // Either error may mean a held lock; if none is held, `EACCES` means missing permission.
    if isFree, failure == EACCES {
      return .failed(SystemFailure(.lock, errno: failure, at: path))
    }
    // A holder that ended meanwhile is unknown, and one on another machine has no number here.
    if isFree { return .held(process: 0) }
    return .held(process: max(0, Int(holder.l_pid)))
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

import Glibc
package import Outputs
import WavethumbBytes

/// Meanings of error numbers, with the same words on every machine.
// Not those of `strerror`, which belong to the C library: a manifest is to have the same bytes
// everywhere, and "Value too large for defined data type" explains nothing.
package enum SystemErrorText {
  package static func text(_ number: CInt) -> String {
    switch number {
    case EACCES, EPERM: "permission denied"
    case ENOENT: "no such file or folder"
    case EIO, EREMOTEIO: "the disk reports an error"
    case ENOSPC: "the disk is full"
    case EDQUOT: "the disk quota is used up"
    case EROFS: "the file system is read-only"
    case ENAMETOOLONG: "the name is too long"
    case ELOOP: "circular links"
    case ESTALE: "the network disk lost the file"
    case ENOTDIR: "a part of the path is not a folder"
    case EISDIR: "it is a folder"
    case EEXIST: "the name exists already"
    case ENOTEMPTY: "the folder is not empty"
    case EMFILE, ENFILE: "too many files are open"
    case ENOMEM: "not enough memory"
    case ETIMEDOUT, ETIME: "the disk did not respond"
    case EFBIG, EOVERFLOW: "the file would be too large"
    case EBUSY, ETXTBSY: "it is in use"
    case EBADF, EBADFD: "it is closed"
    case EINVAL, EILSEQ: "the file system rejects the name"
    case ENXIO, ENODEV, ENOMEDIUM: "the device is gone"
    case EPIPE: "the reader closed the output"
    case EAGAIN: "it is locked, or the system lacks processes, threads or memory for now"
    case ESPIPE: "it is a pipe or a terminal, and can only be read from start to end"
    case EINTR, ECANCELED: "a signal interrupted it"
    case EXDEV: "it is on another file system"
    case EMLINK: "the file has too many links"
    case EDEADLK: "other processes wait for its lock"
    case ENOLCK: "the file system has no locks left"
    case ENOSYS, EOPNOTSUPP, ENOTTY, ENOPROTOOPT, EPROTONOSUPPORT:
      "the system or the file system does not support it"
    case E2BIG: "too many arguments"
    case ENOEXEC, ELIBACC, ELIBBAD, ELIBEXEC, ELIBMAX, ELIBSCN: "the program cannot be started"
    case ECHILD, ESRCH: "the process is gone"
    case EFAULT, EDOM, ERANGE: "the system rejects a value"
    case ENOTBLK, EMEDIUMTYPE: "it is on a device of the wrong kind"
    case EBADMSG, EUCLEAN: "the file system is damaged"
    case ENOKEY, EKEYEXPIRED, EKEYREVOKED, EKEYREJECTED: "the key of an encrypted folder is missing"
    case EUSERS: "the file system has too many users"
    case ENETDOWN, ENETUNREACH, ENETRESET, EHOSTDOWN, EHOSTUNREACH, ENONET, ENOLINK:
      "the network disk cannot be reached"
    case ECONNABORTED, ECONNRESET, ECONNREFUSED, ENOTCONN, ESHUTDOWN, ECOMM, EPROTO, EREMOTE:
      "the connection to the network disk broke"
    default: "system error \(number)"
    }
  }

  /// Returns the cure for an error of reading, if known.
  package static func cure(reading number: CInt) -> String? {
    switch number {
    case EACCES, EPERM: "Give the user who runs wavethumb read permission"
    case EIO: "Check the disk"
    case ENOENT: "It was moved or deleted during the run"
    case ESTALE, ETIMEDOUT, ENXIO, ENODEV: "Tried again at the next run"
    case EMFILE, ENFILE: "Raise the limit of open files: ulimit -n"
    case EAGAIN, EINTR, EDEADLK: "Tried again at the next run"
    default: nil
    }
  }

  /// Returns the cure for a command without a next run.
  package static func cure(readingAgain number: CInt) -> String? {
    switch number {
    case ENOENT, ESTALE, ETIMEDOUT, ENXIO, ENODEV, EAGAIN, EINTR, EDEADLK: "Try again"
    default: cure(reading: number)
    }
  }

  package static func cure(writing number: CInt) -> String {
    switch number {
    case ENAMETOOLONG: "Shorten the name"
    case EINVAL, EILSEQ: "Rename the recording"
    case ENOTDIR, ELOOP: "Remove the link or file in place of a folder"
    case EISDIR, EEXIST, ENOTEMPTY: "Move the existing file away"
    case EACCES, EPERM: "Give the user who runs wavethumb write permission"
    default: "Try again"
    }
  }

  package static func signal(_ number: CInt) -> String {
    switch number {
    case SIGSEGV: "SIGSEGV"
    case SIGBUS: "SIGBUS"
    case SIGABRT: "SIGABRT"
    case SIGILL: "SIGILL"
    case SIGFPE: "SIGFPE"
    case SIGTRAP: "SIGTRAP"
    case SIGSYS: "SIGSYS"
    case SIGKILL: "SIGKILL"
    case SIGTERM: "SIGTERM"
    case SIGXCPU: "SIGXCPU"
    default: "signal \(number)"
    }
  }
}

extension ImportFailure {
  package var text: String {
    switch self {
    case .tooLong(let maximum): "more than \(maximum >> 20) MiB"
    case .broken(let offset): "the JSON is cut off or invalid at byte \(offset)"
    case .missing: "it has neither bars, such as \"bars\": [0.1, 0.5], nor points"
    case .tooMany(let maximum): "more than \(Numerals.grouped(maximum)) values"
    case .notANumber(let index): "value \(index + 1) is not a number"
    case .badMember(let name): "\"\(name)\" is missing or invalid"
    case .short(let bytes): "it ends after \(Numerals.count(bytes, "byte"))"
    case .version(let found): "version \(found) of its format is unknown"
    case .sampleRate(let found): "\(found) Hz cannot be its sample rate"
    case .framesPerPoint(let found): "\(found) samples per point are invalid"
    case .channels(let found): "\(found) channels are not between 1 and 24"
    case .bits(let found): "its values have \(found) bits, and not 8 or 16"
    case .length(let declared, let found): "\(declared) values declared, but \(found) are"
    case .beyondRange(let index): "value \(index + 1) does not fit its bits"
    case .ragged: "its channels are of different lengths"
    case .finer(let asked, let given):
      "a point stands for \(given) samples, and cannot for \(asked): "
        + "only a coarser zoom is possible"
    case .stopped: "stopped"
    }
  }
}

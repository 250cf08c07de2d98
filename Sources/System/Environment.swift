import Glibc

/// The variables and folders of this process.
package enum Environment {
  /// The value of a variable, or nil if it is unset or empty.
  // The pointer is into the environment, which this program never changes; it is copied at once.
  package static func value(_ name: String) -> RawPath? {
    guard let value = unsafe getenv(name), unsafe value.pointee != 0 else { return nil }
    return unsafe RawPath(terminated: value)
  }

  /// The user's home folder: `HOME` if it is an absolute path, else from the password file.
  package static var home: RawPath? {
    if let home = value("HOME"), home.isAbsolute { return home }
    return homeByPasswordFile
  }

  package static var currentFolder: RawPath? {
    // A path may be longer than `PATH_MAX`, which bounds only a single call. A guess.
    var buffer = [CChar](repeating: 0, count: 1 << 16)
    guard unsafe getcwd(&buffer, buffer.count) != nil else { return nil }
    return unsafe RawPath(terminated: buffer)
  }

  /// Resolves a path to an absolute one without links, as far as it exists.
  package static func resolved(_ path: RawPath) -> RawPath {
    existing(path) ?? (currentFolder ?? "/").appending(path)
  }

  /// Resolves all links of a path; nil if it does not exist. Corresponds to `realpath`.
  package static func existing(_ path: RawPath) -> RawPath? {
    path.withTerminatedBytes { name in
      guard let resolved = unsafe realpath(name, nil) else { return nil }
      defer { unsafe free(resolved) }
      return unsafe RawPath(terminated: resolved)
    }
  }

  /// The home folder by the password file, or nil if it has none that is absolute.
  // A daemon, or a command in a container, may have no `HOME`.
  package static var homeByPasswordFile: RawPath? {
    var entry = unsafe passwd()
    var found: UnsafeMutablePointer<passwd>?
    // A guess: an entry has some hundred bytes. Without room the home is unknown, as without an
    // entry.
    let home = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1 << 16) { buffer in
      guard let start = buffer.baseAddress,
        unsafe getpwuid_r(getuid(), &entry, start, buffer.count, &found) == 0,
        unsafe found != nil,
        let home = unsafe entry.pw_dir
      else { return RawPath("") }
      return unsafe RawPath(terminated: home)
    }

    guard home.isAbsolute else { return nil }
    return home
  }
}

extension RawPath {
  /// Copies a string of C; unsafe, as only the caller knows that a zero ends it.
  @unsafe package init(terminated string: UnsafePointer<CChar>) {
    let count = unsafe strlen(string)
    let characters = unsafe UnsafeBufferPointer(start: string, count: count)
    self.init(bytes: unsafe characters.map(UInt8.init(bitPattern:)))
  }
}

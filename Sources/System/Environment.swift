import CSandbox
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

  /// The libraries in a static executable and their versions; nil if libraries are loaded.
  package static var linkedLibraries: String? {
    guard let text = unsafe sandbox_linked_libraries() else { return nil }
    return unsafe String(cString: text)
  }

  package static var currentFolder: RawPath? {
    // A path may be longer than `PATH_MAX`, which bounds only a single call. Untuned.
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
  // A daemon, or a command in a container, may have no `HOME`. The file is read here, since
  // `getpwuid_r` in a static executable loads modules of the system, and with them a second C
  // library. A user of a directory service, who is not in the file, has a `HOME` from the login.
  package static var homeByPasswordFile: RawPath? {
    // No machine has a longer file.
    let maximumBytes = 1 << 20
    let bytes = try? Folder(at: "/etc").open("passwd").read(maximumBytes, "/etc/passwd")
    return home(of: getuid(), inPasswordFile: bytes ?? [])
  }

  static func home(of user: uid_t, inPasswordFile bytes: [UInt8]) -> RawPath? {
    let number = Array("\(user)".utf8)
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      // name:password:user:group:comment:home:shell
      let fields = line.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      guard fields.count == 7, Array(fields[2]) == number else { continue }
      let home = RawPath(bytes: Array(fields[5]))
      return home.isAbsolute ? home : nil
    }
    return nil
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

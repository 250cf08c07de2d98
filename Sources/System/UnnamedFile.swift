import Glibc

extension Folder {
  /// A file without a name in this folder, gone with its descriptor. Corresponds to `O_TMPFILE`.
  package func unnamedFile() throws(SystemFailure) -> Descriptor {
    // Swift cannot read the macro, which holds the flag of folders beside its own.
    let withoutName: CInt = 0o20_000_000 | O_DIRECTORY
    let number = unsafe openat(
      descriptor.number, ".", withoutName | O_RDWR | O_CLOEXEC, 0o600)
    if number < 0 { throw SystemFailure(.open, errno: errno, at: path) }
    return Descriptor(owning: number)
  }
}

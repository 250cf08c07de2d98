import Glibc
import TestSupport
import Testing

@testable import WavethumbSystem

@Suite struct `The output's lock` {
  // Exit tests can capture values from Swift 6.3 on.
  #if compiler(>=6.3)
    @Test func `a lock refuses a second process and names the first`() async throws {
      let tree = try TemporaryTree()
      let path = tree.path.lossyText
      let holder = Int(getpid())
      let lock = try OutputLock(in: tree.folder)
      // 75 is EX_TEMPFAIL, and no status of a test process that ends for another reason.
      await #expect(processExitsWith: .exitCode(75)) {
        [path = path as String, holder = holder as Int] in
        let folder = try Folder(at: RawPath(path))
        do {
          _ = try OutputLock(in: folder)
        } catch OutputLock.Refusal.held(holder) {
          exit(75)
        }
      }
      #expect(try tree.read(".lock") == [])
      // Held until here: without this, the optimizer may release it before the other process asks.
      _ = consume lock
    }

    // Another process asks, since a lock of `fcntl` never refuses its own process.
    @Test func `a lock is free when its holder is gone`() async throws {
      let tree = try TemporaryTree()
      let path = tree.path.lossyText
      _ = try OutputLock(in: tree.folder)
      await #expect(processExitsWith: .success) { [path = path as String] in
        _ = try OutputLock(in: Folder(at: RawPath(path)))
      }
    }
  #endif

  // Whoever may read a file may hold a shared lock on it, and so keep every scan out.
  @Test func `is no file that others than writers of its folder may open`() throws {
    let tree = try TemporaryTree()
    let modes: [(folder: mode_t, before: mode_t?, due: mode_t)] = [
      (0o755, nil, 0o600), (0o755, 0o644, 0o600), (0o777, 0o666, 0o660), (0o775, nil, 0o660),
    ]
    for (folder, before, due) in modes {
      try tree.setMode(".", to: folder)
      if let before {
        try tree.write(".lock")
        try tree.setMode(".lock", to: before)
      }
      _ = try OutputLock(in: tree.folder)
      #expect(try tree.mode(of: ".lock") == due)
      try tree.folder.removeFile(".lock")
    }
  }

  // Otherwise a link in an output that others may write to would open any file of the user for writing.
  @Test func `a lock is never taken through a link`() throws {
    let tree = try TemporaryTree()
    try tree.write("precious", text: "mine")
    try tree.link(".lock", to: "precious")
    #expect(throws: OutputLock.Refusal.self) { _ = try OutputLock(in: tree.folder) }
  }
}

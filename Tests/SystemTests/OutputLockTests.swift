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
      _ = consume lock
    }
  #endif

  @Test func `a lock is free when its holder is gone`() throws {
    let tree = try TemporaryTree()
    _ = try OutputLock(in: tree.folder)
    _ = try OutputLock(in: tree.folder)
  }

  @Test func `a lock is never taken through a link`() throws {
    let tree = try TemporaryTree()
    try tree.write("precious", text: "mine")
    try tree.link(".lock", to: "precious")
    #expect(throws: OutputLock.Refusal.self) { _ = try OutputLock(in: tree.folder) }
  }
}

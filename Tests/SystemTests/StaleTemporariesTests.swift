import Glibc
import TestSupport
import Testing

@testable import WavethumbSystem

@Suite struct `A killed run's temporary files` {
  @Test func `temporary files are removed at any depth, and nothing else`() throws {
    let tree = try TemporaryTree()
    // The host of these names is not this machine, so that no process is asked for.
    try tree.write("a/b/.wavethumb-0a1b2c3d-1-1-1.tmp")
    try tree.write(".wavethumb-0a1b2c3d-1-1-2.tmp")
    // Files of the user whose names begin or end like ours; a host has eight digits.
    try tree.write(".wavethumb-notes.tmp")
    try tree.write(".wavethumb-1-1-1-1.tmp")
    try tree.write("a/.wavethumb-x.txt")
    try tree.write("a/mine.tmp")
    try tree.write("c/.wavethumb-folder.tmp/kept")
    // Not followed, as a link may lead out of the output.
    try tree.link("link", to: "a")
    #expect(StaleTemporaries.sweep(tree.folder) == 2)
    #expect(
      try tree.names() == [".wavethumb-1-1-1-1.tmp", ".wavethumb-notes.tmp", "a", "c", "link"]
    )
    #expect(try tree.names("a") == [".wavethumb-x.txt", "b", "mine.tmp"])
    #expect(try tree.names("a/b") == [])
    #expect(tree.exists("c/.wavethumb-folder.tmp/kept"))
  }

  @Test func `temporary files in other folders are kept`() throws {
    let tree = try TemporaryTree()
    try tree.write("a/.wavethumb-0a1b2c3d-1-1-1.tmp")
    #expect(StaleTemporaries.sweep(tree.folder, withSubfolders: false) == 0)
  }

  @Test func `temporary files of a running process are kept`() throws {
    let tree = try TemporaryTree()
    let name = TemporaryName.unused()
    try tree.write(name)
    #expect(TemporaryName.isInUse(name.bytes) == true)
    #expect(StaleTemporaries.sweep(tree.folder) == 0)
    #expect(tree.exists(name))
  }

  @Test func `temporary files of a reused process number are removed`() throws {
    let tree = try TemporaryTree()
    // Of this process, but begun in the first tick of the machine: in a restarted container, each run
    // has the number of the one before.
    let earlier = Self.temporary(start: 1)
    #expect(TemporaryName.isInUse(earlier.bytes) == false)
    try tree.write(earlier)
    #expect(StaleTemporaries.sweep(tree.folder) == 1)
  }

  @Test func `temporary files of a zombie process are removed`() throws {
    let tree = try TemporaryTree()
    // A process that has ended keeps its number until its parent asks how; the test does that last.
    var process: pid_t = 0
    var arguments = unsafe [strdup("true"), nil]
    defer { unsafe free(arguments[0]) }
    let failure = unsafe posix_spawnp(&process, "true", nil, nil, &arguments, nil)
    #expect(failure == 0)

    defer { waitpid(process, nil, 0) }
    var end = unsafe siginfo_t()
    unsafe waitid(P_PID, id_t(process), &end, WEXITED | WNOWAIT)
    let ended = try #require(TemporaryName.state(of: process))
    #expect(ended.isEnding)

    let left = Self.temporary(of: process, start: ended.start)
    #expect(TemporaryName.isInUse(left.bytes) == false)

    try tree.write(left)
    #expect(StaleTemporaries.sweep(tree.folder) == 1)
  }

  /// Returns the name of a temporary file of this machine: of a process that began at that tick.
  private static func temporary(of process: pid_t = getpid(), start: UInt64) -> RawPath {
    let separator = UInt8(ascii: "-")
    var fields = TemporaryName.unused().bytes.split(separator: separator)
    // ".wavethumb", the host, the process, its start, and a count.
    fields[2] = ArraySlice("\(process)".utf8)
    fields[3] = ArraySlice("\(start)".utf8)
    return RawPath(bytes: Array(fields.joined(separator: [separator])))
  }

  @Test func `temporary files beside the marker of a run are removed, the marker stays`() throws {
    let tree = try TemporaryTree()
    let marker: RawPath = ".wavethumb-run"
    try tree.write(marker)
    #expect(StaleTemporaries.sweep(tree.folder) == 0)
    #expect(tree.exists(marker))
  }
}

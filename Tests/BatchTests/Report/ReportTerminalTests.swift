import Codecs
import Glibc
import Testing
import WavethumbSystem

@testable import WavethumbBatch
@testable import WavethumbLibrary
@testable import WavethumbOptions

/// A pseudo-terminal: text written to one end can be read at the other.
private final class PseudoTerminal {
  let master: CInt
  let slave: CInt

  init(columns: UInt16) throws {
    master = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY)
    var number: CInt = 0
    try #require(unsafe ioctl(master, Self.unlock, &number) == 0)
    try #require(unsafe ioctl(master, Self.askNumber, &number) == 0)
    slave = unsafe open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
    try #require(slave >= 0)
    var window = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    try #require(unsafe ioctl(master, UInt(TIOCSWINSZ), &window) == 0)
    try #require(fcntl(master, F_SETFL, O_NONBLOCK) == 0)
  }

  /// Whether pseudo-terminals are available; a minimal chroot has none.
  static let areHere = unsafe access("/dev/pts/ptmx", F_OK) == 0

  // TIOCSPTLCK and TIOCGPTN, which Swift does not import.
  private static let unlock: UInt = 0x4004_5431
  private static let askNumber: UInt = 0x8004_5430

  deinit {
    close(slave)
    close(master)
  }

  /// Returns the text written since the last call.
  func appeared() -> String {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe read(master, &block, block.count)
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += block.prefix(count)
    }
  }
}

private func report(on terminal: PseudoTerminal, events: Bool = false) -> Report {
  var options = ScanOptions(library: [])
  options.writesEvents = events
  return Report(
    options,
    TerminalStyle(term: "xterm", noColor: "1", locale: nil),
    messages: OutputChannel(terminal.slave),
    events: OutputChannel(events ? terminal.slave : nil)
  )
}

@Test(.enabled(if: PseudoTerminal.areHere))
func `the progress line is redrawn at most ten times a second and erased at the end`() throws {
  let terminal = try PseudoTerminal(columns: 40)
  let report = report(on: terminal)
  var progress = RunProgress()
  progress.filesFound = 10
  for thousandth in 0..<1000 {
    progress.elapsedSeconds = Double(thousandth) / 1000
    report.progress(progress)
  }

  // A second in all: ten lines at most, and none in the first fifth of it, as a very short run has none.
  let drawn = terminal.appeared()
  #expect((7...10).contains(drawn.split(separator: "\r").count))
  #expect(drawn.contains("0 of 10+ files") || drawn.contains("0/10+"))

  var outcome = RecordingResult.decoded("a", problem: .empty)
  outcome.isRemembered = true
  report.finished(outcome)
  report.done(RunTotals(), pictures: [])
  // Back to the first column and erased to the right, so that the message begins on an empty line.
  let end = terminal.appeared()
  #expect(end.hasPrefix("\r\u{1B}[K1 file: empty."))
  #expect(!end.dropFirst(4).contains("\u{1B}"))
}

@Test(.enabled(if: PseudoTerminal.areHere))
func `events on the same terminal disable the progress line`() throws {
  let terminal = try PseudoTerminal(columns: 80)
  let report = report(on: terminal, events: true)
  var progress = RunProgress()
  progress.elapsedSeconds = 5
  report.progress(progress)
  #expect(terminal.appeared().isEmpty)
}

// As in `wavethumb … | head`: the reader has what it wants, and the run goes on.
@Test func `a closed channel is detected and reports nothing`() throws {
  OutputChannel.turnSignalsIntoErrors()
  var ends: [CInt] = [0, 0]
  try #require(unsafe pipe(&ends) == 0)

  close(ends[0])
  var channel = OutputChannel(ends[1])
  channel.write("lost")
  let early = channel.failure
  #expect(early == nil)

  channel.flush()
  let isNoticed = channel.hasNoListener
  #expect(isNoticed)

  channel.write("lost as well")
  channel.flush()
  let kept = channel.buffer
  #expect(kept.isEmpty)
  close(ends[1])
}

@Test func `a full disk differs from a closed pipe`() throws {
  // A device of Linux on which each write fails as on a full disk.
  let full = unsafe open("/dev/full", O_WRONLY)
  try #require(full >= 0)
  var channel = OutputChannel(full)
  channel.write([UInt8](repeating: 0, count: 100_000))
  let failure = channel.failure
  #expect(failure == ENOSPC)
  let hasLeft = channel.hasNoListener
  #expect(!hasLeft)
  close(full)
}

@Test func `a channel with partial writes receives everything`() throws {
  var ends: [CInt] = [0, 0]
  try #require(unsafe pipe(&ends) == 0)
  for end in ends {
    try #require(fcntl(end, F_SETFL, O_NONBLOCK) == 0)
  }
  // A pipe holds 65,536 bytes: each write is cut, or refused until the reader has read.
  let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
  let reader = ends[0]
  let writer = ends[1]
  var received: [UInt8] = []
  // A thread and no task: it waits for the reader, which blocks a thread of Swift's pool.
  let thread = Thread {
    var channel = OutputChannel(writer)
    channel.write(bytes)
    channel.flush()
    close(writer)
  }
  var block = [UInt8](repeating: 0, count: 1000)
  while true {
    let count = unsafe read(reader, &block, block.count)
    if count > 0 {
      received += block.prefix(count)
    }
    if count == 0 { break }
    if count < 0 {
      usleep(100)
    }
  }
  thread.join()
  close(reader)
  #expect(received == bytes)
}

/// A thread that runs one closure.
private final class Thread {
  private var thread = pthread_t()

  init(_ work: @escaping @Sendable () -> Void) {
    let box = unsafe Unmanaged.passRetained(Work(work)).toOpaque()
    _ = unsafe pthread_create(
      &thread,
      nil,
      { argument in
        guard let argument = unsafe argument else { return nil }
        unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      },
      box
    )
  }

  func join() { _ = pthread_join(thread, nil) }

  private final class Work {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
}

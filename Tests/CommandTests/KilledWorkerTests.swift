import Glibc
import Testing
import WavethumbBytes

/// Tests workers killed by the system or a user: the recording is not to blame, and the next scan
/// tries it again.
@Suite struct `A worker killed by another process` {
  /// Kills every worker of the run twice, a tenth of a second apart, until none is left.
  private static let killer = """
    while kill -0 $run 2>/dev/null; do
      for worker in $(pgrep -P $run); do
        [ $(cut -d' ' -f14 /proc/$worker/stat 2>/dev/null || echo 0) -gt 5 ] && kill -9 $worker
      done
      sleep 0.05
    done
    wait $run
    """

  @Test func `a recording whose worker got SIGKILL is tried again`() throws {
    let library = try TemporaryLibrary()
    try library.write(EndlessFile.bytes(1), to: "a.wav")
    let output = Shell.output(
      """
      cd '\(library.root)'
      '\(ProcessSetup.binary)' scan library --cache cache --timeout 100 --json & run=$!
      \(Self.killer)
      """
    )
    #expect(output.contains(#""code":"killed""#), "\(output)")
    try Self.expectAnotherTry(library)
  }

  @Test func `a recording whose worker hit a processor limit is tried again`() throws {
    let library = try TemporaryLibrary()
    try library.write(EndlessFile.bytes(2), to: "a.wav")
    let output = Shell.output(
      """
      cd '\(library.root)'; ulimit -S -t 1
      '\(ProcessSetup.binary)' scan library --cache cache --timeout 100 --json
      """
    )
    #expect(output.contains(#""code":"killed""#), "\(output)")
    try Self.expectAnotherTry(library)
  }

  @Test func `a killed worker does not mark one of two concurrent recordings`() throws {
    let library = try TemporaryLibrary()
    for name in ["a.wav", "b.wav"] {
      // Files of different sizes with old times, which take a moment to decode.
      try library.write(Self.wave(megabytes: name == "a.wav" ? 24 : 25), to: name)
    }
    Shell.output("touch -d 2001-01-01 '\(library.library)'/*.wav")
    Shell.output(
      """
      cd '\(library.root)'
      '\(ProcessSetup.binary)' scan library --cache cache --jobs 2 >/dev/null 2>&1 & run=$!
      for round in 1 2 3 4; do pkill -9 -P $run; sleep 0.02; done
      wait $run
      """
    )
    let run = try library.scan("--json")
    #expect(run.status == 0, "\(run.errorOutput)")
    #expect(try library.pictures().count == 2)
  }

  /// The next scan decodes again and reports its own failure.
  private static func expectAnotherTry(_ library: TemporaryLibrary) throws {
    let run = try library.scan("--timeout 0.3 --json")
    #expect(run.text.contains(#""source":null,"error":{"code":"timeout""#), "\(run.text)")
    let last = try #require(try library.manifest()["files"]?.array?.first?["error"])
    #expect(last["limit"]?["timeoutSeconds"]?.double == 0.3)
    // A longer timeout is another attempt, a shorter one is not.
    let less = try library.scan("--timeout 0.2 --json")
    #expect(less.text.contains("0.3 s"), "\(less.text)")
    let more = try library.scan("--timeout 0.5 --json")
    #expect(more.text.contains("0.5 s"), "\(more.text)")
  }

  private static func wave(megabytes: Int) -> [UInt8] {
    let count = megabytes << 20
    func little(_ value: Int) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    var bytes = Array("RIFF".utf8) + little(36 + count) + Array("WAVEfmt ".utf8) + little(16)
    bytes += [3, 0, 1, 0] + little(48_000) + little(192_000) + [4, 0, 32, 0]
    bytes += Array("data".utf8) + little(count)
    return bytes + [UInt8](repeating: 0x3A, count: count)
  }
}

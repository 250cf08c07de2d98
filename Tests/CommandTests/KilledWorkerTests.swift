import Glibc
import TestSupport
import Testing
import WavethumbBytes

/// Tests workers killed by the system or a user: the recording is not to blame, and the next scan
/// tries it again.
@Suite struct `A worker killed by another process` {
  /// Kills every worker of the run once it has computed for more than 50 ms, until the run ends.
  ///
  /// Field 14 of `stat` is the processor time in hundredths of a second. A worker killed earlier may
  /// not have its recording yet, and then the run blames nothing and starts another.
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
    try library.write(EndlessFile.bytes(filledWith: 1), to: "a.wav")
    let output = library.shell(
      """
      $W scan library --cache cache --timeout 100 --json &
      run=$!
      \(Self.killer)
      """
    )
    #expect(output.contains(#""code":"killed""#))
    try Self.expectAnotherTry(of: library)
  }

  @Test func `a recording whose worker hit a processor limit is tried again`() throws {
    let library = try TemporaryLibrary()
    try library.write(EndlessFile.bytes(filledWith: 2), to: "a.wav")
    // A limit of the user's, one second below our own timeout of 100.
    let output = library.shell(
      """
      ulimit -S -t 1
      $W scan library --cache cache --timeout 100 --json
      """
    )
    #expect(output.contains(#""code":"killed""#))
    try Self.expectAnotherTry(of: library)
  }

  @Test func `a killed worker does not mark one of two concurrent recordings`() throws {
    let library = try TemporaryLibrary()
    // Two sizes, so that neither is a copy of the other; large, so that a kill finds them at work.
    try library.write(Self.wave(megabytes: 24), to: "a.wav")
    try library.write(Self.wave(megabytes: 25), to: "b.wav")
    // Old times, so that the next scan has no other reason to look at them again.
    library.shell("touch -d 2001-01-01 library/*.wav")
    library.shell(
      """
      $W scan library --cache cache --jobs 2 >/dev/null 2>&1 &
      run=$!
      for round in 1 2 3 4; do
        pkill -9 -P $run
        sleep 0.02
      done
      wait $run
      """
    )

    let run = try library.scan("--json")
    #expect(run.status == 0, "\(run.errorOutput)")
    #expect(try library.pictures().count == 2)
  }

  /// The next scan decodes again and reports its own failure.
  private static func expectAnotherTry(of library: TemporaryLibrary) throws {
    let run = try library.scan("--timeout 0.3 --json")
    #expect(run.text.contains(#""source":null,"error":{"code":"timeout""#))
    let error = try #require(try library.entries().first?["error"])
    #expect(error["limit"]?["timeoutSeconds"]?.double == 0.3)

    // Remembered from the second run on: a longer timeout is another attempt, a shorter one is not.
    #expect(try library.scan("--timeout 0.3").status == 3)
    let less = try library.scan("--timeout 0.2 --json")
    #expect(less.text.contains("0.3 s"))
    let more = try library.scan("--timeout 0.5 --json")
    #expect(more.text.contains("0.5 s"))
  }

  /// Returns a WAV of 32-bit floats, mono at 48 kHz.
  private static func wave(megabytes: Int) -> [UInt8] {
    let count = megabytes << 20
    // Format 3 is floating point.
    let head = StreamHeads.wav(
      dataSize: UInt32(count),
      tag: 3,
      bits: 32,
      channels: 1,
      sampleRate: 48_000
    )
    // 0x3A3A3A3A is 0.0007, a number that a meter cannot skip as silence.
    return head + [UInt8](repeating: 0x3A, count: count)
  }
}

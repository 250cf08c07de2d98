import Decoding
import TestSupport
import Testing
import WavethumbBytes

/// Tests recordings that change while they are read, or without their size and time.
@Suite struct ChangingRecordingTests {
  /// The time of modification that all recordings keep.
  private static let time = "2001-01-01"

  /// Returns a library whose recordings are old enough to be trusted, after a scan.
  private static func scanned(_ names: String...) throws -> TemporaryLibrary {
    let library = try TemporaryLibrary()
    for name in names {
      try library.add(name)
    }
    // The time of the change is trusted after two seconds.
    library.shell("touch -d \(time) library/*; sleep 2.1")
    #expect(try library.scan().status == 0)
    return library
  }

  @Test func `a recording that changed without its size and time is named once, also with -q`()
    throws
  {
    let library = try Self.scanned("pcm16.wav", "mono.wav")
    let flip = "printf '\\177' | dd of=library/pcm16.wav bs=1 seek=900 conv=notrunc 2>/dev/null"
    library.shell("\(flip); touch -d \(Self.time) library/*; sleep 2.1")

    let run = try library.scan("-q --json")
    #expect(run.status == 0)
    #expect(
      run.errorOutput
        == "wavethumb: recording pcm16.wav has changed although its size and time did "
        + "not: is it damaged?\n"
    )
    let marked = run.lines.filter { line in line.contains(#""hiddenChange":"content""#) }
    #expect(marked.count == 1 && marked.allSatisfy { line in line.contains("pcm16.wav") })

    // It is drawn from what is there, and known from then on.
    #expect(try library.scan("-q").errorOutput.isEmpty)
  }

  @Test func `a recording with new tags, but its old time, is only counted`() throws {
    let library = try Self.scanned("id3v1.mp3", "mono.wav")
    // The title of ID3v1 begins 125 bytes before the end.
    let retag =
      "printf ZZ | dd of=library/id3v1.mp3 bs=1 conv=notrunc 2>/dev/null "
      + "seek=$(($(stat -c %s library/id3v1.mp3) - 125))"
    library.shell("\(retag); touch -d \(Self.time) library/*")

    let run = try library.scan("--json")
    #expect(run.status == 0)
    #expect(run.errorOutput.contains("1 with new tags, but the same size and time"))
    #expect(!run.errorOutput.contains("although"))
    #expect(run.text.contains(#""hiddenChange":"tags""#))
  }

  @Test func `a recording whose time shows its change is not named`() throws {
    let library = try Self.scanned("pcm16.wav")
    library.shell("printf '\\177' | dd of=library/pcm16.wav bs=1 seek=900 conv=notrunc 2>/dev/null")
    let run = try library.scan("--json")
    #expect(run.errorOutput.contains("1 drawn"))
    #expect(!run.errorOutput.contains("although"))
    #expect(!run.text.contains("hiddenChange"))
  }

  // The program that the machine cannot give enough memory would be aborted after the pictures.
  @Test(.enabled(if: WorkerSandbox.boundsMemory))
  func `a scan with too little memory ends before it writes`() throws {
    let library = try TemporaryLibrary()
    try library.add("mono.wav")
    // What is mapped before the first recording differs with the libraries of the build.
    let output = library.shell(
      """
      for limit in 30000 50000 70000 90000 110000 130000 160000; do
        (ulimit -v $limit; $W scan library --cache cache 2>&1; echo "status $?")
      done | grep -a '^status\\|less than'; ls -A library
      """
    )
    #expect(!output.contains("status 134") && !output.contains("status 139"), "\(output)")
    #expect(output.contains("less than 88 MB of memory are left"))
  }
}

import Decoding
import Testing

@Suite struct `Rendering standard input` {
  private let folder: TemporaryRecording

  init() throws {
    folder = try TemporaryRecording()
  }

  /// Runs a script that succeeds without a message, and returns what it prints.
  private func output(of script: String) throws -> String {
    let run = try folder.shell(script)
    #expect(run.status == 0, "\(run.errorOutput)")
    #expect(run.errorOutput == "")
    return run.text
  }

  @Test func `a file, a short pipe and a long one give the same numbers`() throws {
    try folder.write("long.wav", bytes: TemporaryRecording.tone(seconds: 10))
    // A short pipe is read into memory, and a long one into a file.
    for name in ["tone.wav", "long.wav"] {
      let expected = try output(of: "$W render \(name) -o - --format json")
      #expect(try output(of: "$W render - -o - --format json < \(name)") == expected)
      #expect(try output(of: "cat \(name) | $W render - -o - --format json") == expected)
    }
  }

  @Test func `a stream of unknown length needs no disk`() throws {
    // The largest size in a header means that its writer did not know the length.
    try folder.write("live.wav", bytes: TemporaryRecording.tone(seconds: 10, declaring: .max))
    let live = try output(of: "cat live.wav | TMPDIR=/nowhere $W render - -o - --format json")
    try folder.write("long.wav", bytes: TemporaryRecording.tone(seconds: 10))
    #expect(try live == output(of: "$W render long.wav -o - --format json"))
  }

  @Test func `a picture from a pipe has the given name`() throws {
    // A title in a picture is the name of the recording, here that of the output.
    _ = try output(of: "cat tone.wav | $W render - -o tone.png; $W render tone.wav -o other.png")
    #expect(try folder.read("tone.png") == folder.read("other.png"))
  }

  @Test func `the part of a file that a shell has read is not read again`() throws {
    try folder.write(
      "two.txt",
      bytes: Array("first line\n".utf8) + TemporaryRecording.tone(seconds: 2)
    )
    let expected = try output(of: "$W render tone.wav -o - --format json")
    // The shell leaves the position of the file behind the first line.
    #expect(try output(of: "{ read line; $W render - -o - --format json; } < two.txt") == expected)
  }

  @Test(arguments: [
    ("/dev/zero", "nothing but zeros"),
    ("/dev/urandom", "unrecognised bytes"),
    ("/dev/null", "Empty"),
    (".", "folder"),
  ])
  func `endless noise is rejected before it fills a disk`(input: String, reason: String) throws {
    let run = try folder.shell("$W render - -o x.png < \(input)")
    #expect(run.status == 3)
    #expect(run.errorOutput.hasPrefix("wavethumb: standard input: "))
    #expect(run.errorOutput.contains(reason))
    #expect(try folder.names() == ["tone.wav"])
  }

  @Test func `a folder that cannot store a long pipe is reported`() throws {
    try folder.write("long.wav", bytes: TemporaryRecording.tone(seconds: 10))
    let run = try folder.shell("cat long.wav | TMPDIR=/nowhere $W render - -o x.png")
    #expect(run.status == 1)
    #expect(run.errorOutput.contains("/nowhere"))
    #expect(run.errorOutput.contains("TMPDIR"))
  }

  // With a sanitizer, the start alone reads more than the signal waits for.
  @Test(.enabled(if: WorkerSandbox.boundsMemory))
  func `a signal ends the waiting for a pipe, without leftovers`() throws {
    let run = try folder.shell(
      """
      mkfifo pipe
      { head -c 300000 tone.wav; exec sleep 600; } > pipe &
      feeder=$!
      $W render - -o x.png < pipe &
      run=$!
      # Until it has read all that comes, and waits.
      until [ $(sed -n 's/rchar: //p' /proc/$run/io) -ge 300000 ]; do sleep 0.01; done
      kill -TERM $run
      wait $run
      status=$?
      kill $feeder
      rm pipe
      exit $status
      """
    )
    #expect(run.status == 143)
    #expect(run.errorOutput.contains("stopped"))
    #expect(try folder.names() == ["tone.wav"])
  }

  @Test func `the size of JSON from a pipe is limited too`() throws {
    // 70 MB of an array that goes on.
    let run = try folder.shell(
      """
      { printf '{"bars":[0'; yes ,0 | head -c 70000000; } | $W render - -o x.png
      """
    )
    #expect(run.status == 1)
    #expect(run.errorOutput.contains("has no bars to draw"))
  }
}

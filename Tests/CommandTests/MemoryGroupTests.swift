import TestSupport
import Testing
import WavethumbBytes

/// Tests workers that the kernel kills when their control group is out of memory.
@Suite struct `A worker out of memory` {
  /// Finds a folder for a control group with a memory limit and prints `FOLDER LIMIT-FILE`.
  ///
  /// Version 2 has one tree for all controllers, version 1 one for memory, where our own group is the
  /// parent. Neither may be writable, as in a container; the test is then skipped.
  private static let script = """
    unified=$(awk '$3 == "cgroup2" {print $2; exit}' /proc/mounts)
    own=$(sed -n 's/^[0-9]*:\\(.*,\\)\\{0,1\\}memory\\(,.*\\)\\{0,1\\}://p' /proc/self/cgroup)
    split=$(awk '$3 == "cgroup" && $4 ~ /(^|,)memory(,|$)/ {print $2; exit}' /proc/mounts)
    try() {
      [ -n "$1" ] && mkdir "$1/wavethumb-$$" 2>/dev/null || return
      if [ -w "$1/wavethumb-$$/$2" ]; then echo "$1/wavethumb-$$ $2"; fi
      rmdir "$1/wavethumb-$$"
    }
    {
      try "$unified" memory.max
      try "${split:+$split$own}" memory.limit_in_bytes
    } | head -1
    """
  private static let group: (folder: Substring, limitFile: Substring)? = {
    let words = Shell.output(script).split(whereSeparator: \.isWhitespace)
    return words.count == 2 ? (folder: words[0], limitFile: words[1]) : nil
  }()

  @Test(.enabled(if: group != nil, "no group of processes with a limit can be made here"))
  func `a recording killed by a memory limit of the group is tried again`() throws {
    let library = try TemporaryLibrary()
    let group = try #require(Self.group)
    Shell.output("mkdir '\(group.folder)'")
    defer { Shell.output("rmdir '\(group.folder)'") }
    // Noise, whose analysis keeps each of two workers busy for half a second: long enough to be moved.
    let size = 100 << 20
    let head = StreamHeads.wav(dataSize: UInt32(size), channels: 1, sampleRate: 48_000)
    try library.write(head, to: "a.wav")
    library.shell("head -c \(size) /dev/urandom >> library/a.wav")

    // A page: any worker that is moved into the group dies of its next one. The run itself stays
    // outside, so that only the worker is killed.
    let output = library.shell(
      """
      echo 4096 >'\(group.folder)/\(group.limitFile)'
      $W scan library --cache cache --jobs 1 --analyze --json &
      run=$!
      while kill -0 $run 2>/dev/null; do
        for worker in $(pgrep -P $run); do
          # Once it has the recording it is at work, and no longer starting.
          if ls -l /proc/$worker/fd 2>/dev/null | grep -q a.wav; then
            echo $worker >'\(group.folder)/cgroup.procs'
          fi
        done
        sleep 0.005
      done
      wait $run
      """
    )
    #expect(output.contains(#""code":"killed""#))

    // Without the limit, the recording is decoded: the failure was not remembered as its own.
    let run = try library.scan("--analyze --json")
    #expect(run.status == 0, "\(run.text)")
    #expect(run.text.contains(#""source":"decoded""#))
  }
}

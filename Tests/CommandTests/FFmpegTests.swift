import Glibc
import TestSupport
import Testing
import WavethumbBatch
import WavethumbBytes
import WavethumbSystem

/// Whether ffmpeg is installed, which makes and decodes the test recordings.
let hasFFmpeg = unsafe access("/usr/bin/ffmpeg", X_OK) == 0

// One after the other: the tests count processes by their command lines.
@Suite(.serialized) struct `ffmpeg as a fallback decoder` {
  private let folder: TemporaryRecording

  init() throws {
    folder = try TemporaryRecording()
    try folder.shell("mkdir library bin")
  }

  /// A command that prints the first box of an M4A and an empty one: a file without content.
  private static let emptyM4A = "printf '\\0\\0\\0\\020ftypM4A \\0\\0\\0\\0\\0\\0\\0\\010moov'"

  /// The tone that shows whether ffmpeg works is a WAV; only the shell itself may look at it.
  private static let decodesTone =
    "read -r start < /proc/self/fd/0; case $start in RIFF*) echo tone; exit 0 ;; esac"

  /// Returns a fake ffmpeg that knows its version.
  private static func script(_ body: String) -> String {
    """
    #!/bin/sh
    [ "$1" = -version ] && exit 0
    \(body)

    """
  }

  /// Scans `library`, which has an empty M4A, with a fake ffmpeg that decodes a tone.
  private func scan(
    withFFmpeg body: String,
    options: String = ""
  ) throws -> (entry: JSONValue?, run: CommandRun) {
    let script = Self.script("\(Self.decodesTone)\n\(body)")
    try folder.write("bin/ffmpeg", text: script)
    let run = try folder.shell(
      """
      chmod +x bin/ffmpeg
      \(Self.emptyM4A) > library/a.m4a
      PATH=$PWD/bin:$PATH $W scan library --cache cache --output out --ffmpeg \(options)
      """
    )
    let manifest = try folder.json("out/manifest.json")
    return (manifest["files"]?.array?.first, run)
  }

  @Test(.enabled(if: hasFFmpeg))
  func `ffmpeg recordings are drawn by content, with tags`() throws {
    let run = try folder.shell(
      """
      make() { ffmpeg -nostdin -v error -y -i ../tone.wav -metadata title=Tone "$@"; }
      cd library
      make -c:a aac tone.m4a
      make -c:a wmav2 tone.wma
      make -c:a ac3 tone.mka
      # Names that could be an option, a protocol of ffmpeg, and commands of a shell.
      cp tone.m4a -- '-x.m4a'
      cp tone.m4a 'http:__x.m4a'
      cp tone.wma 'a|b;$(touch t).m4a'
      cd ..
      $W scan library --cache cache --output out --ffmpeg && ls library
      """
    )
    #expect(run.status == 0, "\(run.errorOutput)")
    #expect(run.lines.count == 6)

    let files = try #require(try folder.json("out/manifest.json")["files"]?.array)
    #expect(files.count == 6)
    for file in files {
      #expect(file["status"]?.string == "ok", "\(run.errorOutput)")
      #expect(file["tags"]?["title"]?.string == "Tone")
      #expect(file["format"]?.string?.hasSuffix(" (ffmpeg)") == true)
      #expect(file["decoder"]?.string == "ffmpeg")
      // Two seconds, and what an encoder adds before and after.
      let milliseconds = try #require(file["durationMs"]?.int)
      #expect((1900...2200).contains(milliseconds))
      // Bits a millisecond, rounded.
      let bytes = try #require(file["bytes"]?.int)
      let kilobits = (bytes * 8 + milliseconds / 2) / milliseconds
      #expect(file["bitrate"]?["kbps"]?.int == kilobits)
      #expect(file["bitrate"]?["constant"]?.bool == false)
      let peak = try #require(file["peak"]?.double)
      #expect(peak > 0.8)
    }

    let again = try folder.shell("$W scan library --cache cache --output out --ffmpeg")
    #expect(again.errorOutput.hasPrefix("6 unchanged"))
  }

  @Test(.enabled(if: hasFFmpeg))
  func `render reads through ffmpeg, from a file and from standard input`() throws {
    let run = try folder.shell(
      """
      ffmpeg -nostdin -v error -i tone.wav -c:a alac -movflags +faststart x.m4a
      $W render x.m4a --ffmpeg -o file.json
      $W render - --ffmpeg -o pipe.json < x.m4a
      cat x.m4a | $W render - --ffmpeg -o spool.json
      $W render x.m4a --ffmpeg off -o none.json; echo $?
      # What is named like sound is read by ffmpeg without being asked.
      $W render x.m4a -o unasked.json
      """
    )
    #expect(run.text == "3\n")

    // Two seconds at 44,100 Hz: the format is lossless.
    let file = try folder.read("file.json")
    #expect(try JSONValue(file)["frames"]?.int == 88_200)
    #expect(try folder.read("pipe.json") == file)
    #expect(try folder.read("spool.json") == file)
    #expect(try folder.read("unasked.json") == file)
  }

  @Test(.enabled(if: hasFFmpeg))
  func `a stretch read through ffmpeg is as loud as in the whole recording`() throws {
    let run = try folder.shell(
      """
      ffmpeg -nostdin -v error -i tone.wav -c:a alac x.m4a && cp x.m4a library
      render() { $W render $1 --ffmpeg --range 0.5-1.5 -o - --format json | grep -v truncated; }
      render tone.wav > tone.txt
      render x.m4a > x.txt
      cmp tone.txt x.txt && grep -c '"frames": 44100' x.txt
      # Behind the end of the recording.
      $W scan library --ffmpeg --range 5-6 -v
      """
    )
    #expect(run.status == 3)
    #expect(run.text == "1\n")
    #expect(run.errorOutput.contains("he range begins after the end of the recording"))
    #expect(run.errorOutput.contains("ffmpeg\" is sandboxed by limits, privileges"))
  }

  @Test(.enabled(if: hasFFmpeg))
  func `ffmpeg loses no frame when the format changes`() throws {
    let run = try folder.shell(
      """
      make() { ffmpeg -nostdin -v error -i tone.wav -c:a aac "$@"; }
      frames() {
        $W render $1 --ffmpeg -o - --format json | sed -n 's/.*"frames": \\([0-9]*\\).*/\\1/p'
      }
      # Two channels, then one, then two again.
      make two.aac
      make -ac 1 one.aac
      cat two.aac one.aac two.aac > all.aac
      echo $(($(frames all.aac) - 2 * $(frames two.aac) - $(frames one.aac)))
      """
    )
    // Up to two frames of AAC at each of the two changes.
    let difference = try #require(Int(run.text.dropLast()), "\(run.errorOutput)")
    #expect(abs(difference) <= 4096)
  }

  @Test(.enabled(if: hasFFmpeg))
  func `damage that ffmpeg passes over is reported as our libraries found it`() throws {
    let run = try folder.shell(
      """
      ffmpeg -nostdin -v error -i tone.wav -c:a flac x.flac
      for at in 3000 6000 9000; do
        printf '\\125' | dd of=x.flac bs=1 seek=$at conv=notrunc
      done
      # The index is in front, so that zeros behind 6,000 bytes are in the sound.
      ffmpeg -nostdin -v error -i tone.wav -c:a aac -movflags +faststart x.m4a
      dd if=/dev/zero of=x.m4a bs=1000 seek=6 count=4 conv=notrunc
      mv x.* library
      $W scan library --cache cache --output out --ffmpeg
      """
    )
    #expect(run.errorOutput.contains("x.flac: "))
    #expect(run.errorOutput.contains("x.m4a: "))
    #expect(run.errorOutput.contains("2 drawn; 2 damaged"))
  }

  @Test(.enabled(if: hasFFmpeg))
  func `ffmpeg decodes short damaged recordings again while all workers are busy`() throws {
    // One job with a batch of recordings: a worker that waited for itself would never end, and only the
    // timeout would.
    let run = try folder.shell(
      """
      ffmpeg -nostdin -v error -i tone.wav -c:a flac x.flac
      for i in $(seq 10 33); do
        cp x.flac library/$i.flac
        for at in 3000 6000 9000; do
          printf $i | dd of=library/$i.flac bs=1 seek=$at conv=notrunc
        done
      done
      timeout -s KILL 900 $W scan library --no-cache --output out --ffmpeg -j 1
      """
    )
    #expect(run.errorOutput.contains("24 drawn; 24 damaged"))
  }

  @Test(.enabled(if: hasFFmpeg))
  func `a truncated ffmpeg recording is drawn as far as it goes`() throws {
    let run = try folder.shell(
      """
      ffmpeg -nostdin -v error -i tone.wav -c:a aac -movflags +faststart x.m4a
      head -c 14000 x.m4a > library/cut.m4a
      $W scan library --cache cache --output out --ffmpeg
      """
    )
    #expect(run.errorOutput.contains("1 drawn; 1 incomplete"))
  }

  @Test func `without ffmpeg nothing is changed`() throws {
    let run = try folder.shell(
      """
      PATH=$PWD/bin
      $W scan library --ffmpeg --cache cache; echo $?
      /bin/ls -A library
      /bin/ls -d cache
      """
    )
    #expect(run.text == "1\n")
    #expect(run.errorOutput.contains("PATH has none"))
  }

  @Test func `recordings that need ffmpeg are counted at every run`() throws {
    let run = try folder.shell(
      """
      \(Self.emptyM4A) > library/a.m4a
      for night in 1 2; do $W scan library --cache cache --ffmpeg off; done
      """
    )
    let lines = run.errorLines.filter { $0.contains("1 unsupported (1 ") }
    #expect(lines.count == 2, "\(run.errorOutput)")
  }

  @Test(.enabled(if: hasFFmpeg))
  func `without a flag ffmpeg decodes what is named like sound, not damage or video`() throws {
    let run = try folder.shell(
      """
      make() { ffmpeg -nostdin -v error -i tone.wav -c:a "$@"; }
      make aac library/a.m4a
      cp library/a.m4a library/b.mp4
      make flac library/c.flac
      for at in 3000 6000 9000; do
        printf '\\125' | dd of=library/c.flac bs=1 seek=$at conv=notrunc status=none
      done
      $W scan library --cache cache --output out 2>&1
      grep -o '"path":"[a-c][^/",]*"\\|"decoder":"[a-z]*"\\|"status":"[a-z]*"' out/manifest.json |
        grep -v png
      # What --ffmpeg has measured is not found by a scan without it.
      $W scan library --cache other --output all --ffmpeg -q
      $W scan library --cache other --output again -q && cmp out/manifest.json again/manifest.json
      # Nor does the order of files with the same content matter.
      cp library/a.m4a library/0.mp4
      $W scan library --cache other --output out -q -j 1
      grep -c '"status":"unsupported"' out/manifest.json
      """
    )

    let notes = "1 recording was decoded by the ffmpeg on PATH, since no library here reads it\n"
    #expect(run.text.contains(notes), "\(run.text)\(run.errorOutput)")
    #expect(run.text.contains("2 drawn, 1 unsupported (1 may be read with --ffmpeg)"))

    let facts = run.lines.filter { $0.hasPrefix("\"") }
    #expect(
      facts == [
        #""path":"a.m4a""#,
        #""status":"ok""#,
        #""decoder":"ffmpeg""#,
        #""path":"b.mp4""#,
        #""status":"unsupported""#,
        #""path":"c.flac""#,
        #""status":"ok""#,
      ]
    )
    #expect(run.text.hasSuffix("\n2\n"), "\(run.text)\(run.errorOutput)")
  }

  @Test(.enabled(if: hasFFmpeg))
  func `pictures stay on a machine that lacks ffmpeg, and are checked by one that has it`() throws {
    let run = try folder.shell(
      """
      ffmpeg -nostdin -v error -i tone.wav -c:a aac library/a.m4a && cp tone.wav library
      scan() { $W scan library --cache cache --output out "$@" 2>&1 | tail -n ${lines:-1}; }
      # How many pictures the recording has, and how many entries are stale.
      state() { echo "$1: $(ls out | grep -c a.m4a) $(grep -c '"stale":true' out/manifest.json)"; }
      scan >/dev/null
      state drawn
      # A machine with these programs only.
      for tool in tail ls grep; do ln -s $(command -v $tool) bin; done
      export PATH=$PWD/bin
      scan --check
      scan
      state unchanged
      lines=2 scan --color red
      state 'other options'
      # The machine with ffmpeg again.
      export PATH=$PATH:/usr/bin:/bin
      scan --color red --check
      scan --color red >/dev/null
      state 'drawn again'
      scan --color red --ffmpeg off >/dev/null
      state off
      lines=2 scan --style mirroredBars --check
      """
    )
    // Times and speeds differ from run to run.
    let text = run.text
      .replacing(/[0-9.]+ s/, with: "0 s")
      .replacing(/, [0-9.]+x realtime/, with: "")
    #expect(
      text == """
        drawn: 1 0
        2 files checked; 0 s; all up to date
        2 unchanged; 0 s; pictures in out
        unchanged: 1 0
        1 recording of an earlier scan needed ffmpeg, which is missing here or not allowed: its pictures are kept
        1 drawn, 1 unsupported (1 file needs ffmpeg); 0 s; pictures in out
        other options: 1 1
        2 files checked, 1 missing or stale; 0 s; run scan without --check to update
        drawn again: 1 0
        off: 1 0
        wavethumb: 2 made with other options (--color, --ffmpeg)
        2 files checked, 2 missing or stale; 0 s; run scan without --check to update

        """,
      "\(run.errorOutput)"
    )
  }

  @Test(.enabled(if: hasFFmpeg))
  func `an ffmpeg that was installed since makes its recordings stale, and draws them`() throws {
    let run = try folder.shell(
      """
      ffmpeg -nostdin -v error -i tone.wav -c:a aac library/a.m4a && cp tone.wav library
      PATH=/nowhere $W scan library --cache cache --output out 2>/dev/null
      for option in --check '' --check; do $W scan library --cache cache --output out $option; done
      """
    )
    #expect(run.errorOutput.contains("1 that ffmpeg can read now\n"))
    #expect(run.errorOutput.contains("\n1 drawn, 1 unchanged; "))
    #expect(run.errorOutput.contains("2 files checked; "))
    #expect(run.status == 0)
  }

  @Test(.enabled(if: hasFFmpeg))
  func `a part that keeps pictures because ffmpeg is missing is not merged as it is`() throws {
    let run = try folder.shell(
      """
      cp '\(TemporaryLibrary.fixtures)/aac.m4a' library
      scan() { $W scan library --cache cache --output out --shard 1/1 -q "$@" 2>/dev/null; echo $?; }
      scan
      PATH=/nowhere scan --color red
      $W merge out --cache cache; echo $?
      scan --color red
      $W merge out --cache cache; echo $?
      """
    )
    // Only the first merge is refused.
    #expect(run.lines == ["0", "0", "1", "0", "0"], "\(run.errorOutput)")
    let message = "part 1 of 1 is incomplete: run it again"
    #expect(run.errorOutput.contains(message))
  }

  /// Returns the matching processes that do not exit; a killed process needs processor time to
  /// exit.
  private func remainingProcesses(matching pattern: String) throws -> String {
    let run = try folder.shell(
      """
      for try in $(seq 600); do
        pgrep -f '\(pattern)' >/dev/null || break
        sleep 0.05
      done
      pgrep -f '\(pattern)'
      """
    )
    return run.text
  }

  // In brackets, so that the pattern does not match the command that looks for it.
  private var processesOfFakes: String { "sleep 3133[7]|\(folder.path)/bin/ffmpe[g]" }

  // Both ways to fail, with a message and without end, and by a signal.
  @Test(arguments: [
    "exit 1",
    "exit 0",
    "echo why not >&2; exit 1",
    "while :; do echo no WAV at all; done",
    "while :; do echo words >&2; done | head -c 9; exit 1",
    "kill -SEGV $$; sleep 1",
  ])
  func `an ffmpeg that decodes nothing fails its file only`(body: String) throws {
    let (entry, run) = try scan(withFFmpeg: body)
    let error = try #require(entry?["error"])
    #expect(error["code"]?.string == "unsupported", "\(run.errorOutput)")
    #expect(run.status == 0)
    if body.contains("why not") {
      let message = try #require(error["message"]?.string)
      #expect(message.contains("why not"))
    }
    #expect(try remainingProcesses(matching: processesOfFakes).isEmpty)
  }

  // One that waits, and one that computes: on a busy machine the time limit ends that before the limit
  // on processor time.
  @Test(arguments: [
    ("ulimit -c 0; exec sleep 31337", ["unreadable"]),
    ("while :; do :; done", ["timeout", "unreadable"]),
  ])
  func `an ffmpeg that hangs is ended, and fails its file only`(
    body: String,
    codes: [String]
  ) throws {
    let (entry, run) = try scan(withFFmpeg: body, options: "--timeout 1")
    let code = try #require(entry?["error"]?["code"]?.string)
    #expect(codes.contains(code), "\(run.errorOutput)")
    #expect(run.status == 3)
    #expect(try remainingProcesses(matching: processesOfFakes).isEmpty)
  }

  @Test(arguments: [
    "exit 126", "exit 127", "exit 1", "kill -SEGV $$", "kill -KILL $$",
    "echo \"$0: error while loading shared libraries: libx.so.0: file too short\" >&2; exit 1",
  ])
  func `an ffmpeg that works with no recording is not a fault of one`(body: String) throws {
    // It tells its version, and fails at the tone with which it is tried as at every recording. Without
    // the filter of system calls a shell can end itself by a signal.
    try folder.write("broken", text: Self.script(body))
    let run = try folder.shell(
      """
      chmod +x broken && cp broken bin/ffmpeg
      \(Self.emptyM4A) > library/a.m4a
      export PATH=$PWD/bin:$PATH
      for night in 1 2; do
        $W scan library --cache cache --output out --ffmpeg -q
        echo $? $(grep -o '"code":"[a-z-]*"\\|"fault":"[a-z]*"' out/manifest.json)
      done
      printf '#!/bin/sh\nexec true\n' > bin/ffmpeg
      $W scan library --cache cache --output out --ffmpeg -q --json
      """
    )
    let lines = run.lines
    for line in lines.prefix(2) {
      #expect(line.hasPrefix("3 \"code\":\""))
      #expect(line.hasSuffix("\"fault\":\"machine\""))
    }

    // With a program that starts, the failure is not remembered.
    #expect(lines.count > 2, "\(run.text) \(run.errorOutput)")
  }

  @Test(
    .enabled(if: hasFFmpeg),
    arguments: [
      "LD_LIBRARY_PATH=$PWD/libs $W", "prlimit --as=200000000 $W",
    ]
  )
  func `what was drawn stays listed while ffmpeg does not start, and is drawn again`(
    broken: String
  ) throws {
    // An empty file in the place of one of its libraries, or too little memory for them.
    let run = try folder.shell(
      """
      library=$(ldd /usr/bin/ffmpeg | grep -o 'libav[a-z]*\\.so\\.[0-9]*' | head -1)
      mkdir libs && : > libs/$library
      make() { ffmpeg -nostdin -v error -y -i tone.wav "$@" -c:a aac library/a.m4a; }
      options='library --cache cache --output out --ffmpeg -q'
      # The status, the stale entries, and the pictures of the recording.
      state() { echo $1 $(grep -c '"stale":true' out/manifest.json) $(ls out/*a.m4a*.png | wc -l); }
      make && cp tone.wav library
      $W scan $options; state $?
      # Another recording of the same name.
      make -t 1
      for night in 1 2; do
        \(broken) scan $options --prune; state $?
      done
      $W scan $options; state $?
      """
    )
    #expect(run.text == "0 0 1\n3 1 1\n3 1 1\n0 0 1\n", "\(run.errorOutput)")
  }

  /// A shell command that prints these bytes.
  private static func printing(_ bytes: [UInt8]) -> String {
    // Three octal digits for each byte, of which the first has two bits.
    let escapes = bytes.map { "\\\($0 >> 6)\($0 >> 3 & 7)\($0 & 7)" }
    return "printf '\(escapes.joined())'"
  }

  /// The beginning of a stream as ffmpeg writes it.
  private static func head(channels: UInt16 = 1, sampleRate: UInt32 = 8000) -> [UInt8] {
    StreamHeads.wav(dataSize: .max, tag: 3, bits: 32, channels: channels, sampleRate: sampleRate)
  }

  // No WAV, 16 bits where 32 were asked for, and a length that a pipe cannot know.
  @Test(arguments: [
    "printf '%0200d' 0; exec sleep 31337",
    printing(StreamHeads.wav(dataSize: .max)) + "; exec sleep 31337",
    printing(StreamHeads.wav(dataSize: 1 << 30, tag: 3, bits: 32)) + "; exec sleep 31337",
  ])
  func `an ffmpeg whose stream is rejected is not waited for`(body: String) throws {
    // If the run waited for ffmpeg, the file would fail as unreadable hours later.
    let (entry, run) = try scan(withFFmpeg: body, options: "--timeout 1000")
    #expect(entry?["error"]?["code"]?.string == "unsupported", "\(run.errorOutput)")
    #expect(try remainingProcesses(matching: "sleep 3133[7]").isEmpty)
  }

  /// Eight channels at 768 kHz, where a tenth of a second arrives too slowly.
  private static let trickle = printing(head(channels: 8, sampleRate: 768_000))

  @Test(arguments: [
    ("\(trickle); while :; do printf x; done", "timeout"),
    (
      "\(trickle); exec perl -e '$| = 1; while (1) { print 0; select(undef, undef, undef, 0.05) }'",
      "unreadable"
    ),
  ])
  func `an ffmpeg with trickling output times out`(body: String, code: String) throws {
    let (entry, run) = try scan(withFFmpeg: body, options: "--timeout 1")
    #expect(entry?["error"]?["code"]?.string == code, "\(run.errorOutput)")
    #expect(run.status == 3)
  }

  private static let endless = printing(head())

  @Test func `an endless ffmpeg stream ends at the limit of hours`() throws {
    let (entry, run) = try scan(
      withFFmpeg: "\(Self.endless); exec cat /dev/zero",
      options: "--max-duration 0.02"
    )
    #expect(entry?["error"]?["code"]?.string == "too-long", "\(run.errorOutput)")
  }

  @Test func `ffmpeg cannot write files, use the network or start processes`() throws {
    let attempts = [
      "(echo x > $HERE/written)",
      "(echo x >> $HERE/tone.wav)",
      "exec 3<>/dev/tcp/127.0.0.1/1",
      "mkdir $HERE/new",
      "cat $HERE/secret",
      "kill -CONT $PPID",
    ]
    try folder.write("secret", text: "secret")
    for attempt in attempts {
      // Only an attempt that succeeds makes a recording.
      let body = """
        HERE=\(folder.path)
        if \(attempt); then \(Self.endless); exec head -c 8000 /dev/zero; fi
        exit 1
        """
      let (entry, run) = try scan(withFFmpeg: body, options: "--force")
      #expect(entry?["status"]?.string == "unsupported", "\(attempt): \(run.errorOutput)")
    }

    let names = try folder.names().sorted()
    #expect(names == ["bin", "cache", "library", "out", "secret", "tone.wav"])
    // A header, and four bytes for each of 88,200 frames.
    #expect(try folder.read("tone.wav").count == 44 + 4 * 88_200)
  }

  @Test func `a signal ends ffmpeg at once, without leftovers`() throws {
    try folder.write("bin/ffmpeg", text: Self.script("exec sleep 31338"))
    let run = try folder.shell(
      """
      chmod +x bin/ffmpeg
      \(Self.emptyM4A) > library/a.m4a
      PATH=$PWD/bin:$PATH $W scan library --cache cache --ffmpeg &
      scan=$!
      until pgrep -f 'sleep 3133[8]'; do sleep 0.01; done
      kill -TERM $scan
      wait $scan
      echo status $?
      while pgrep -f 'sleep 3133[8]' >/dev/null; do sleep 0.01; done
      echo gone
      """
    )
    #expect(run.text.contains("status 143\n"))
    #expect(run.text.hasSuffix("gone\n"))
  }

  // A second scan has the ledger, the manifest and the run file open beside all that the first had.
  @Test(.enabled(if: hasFFmpeg))
  func `ffmpeg starts when all descriptors that a run needs are taken`() throws {
    let run = try folder.shell(
      """
      ffmpeg -nostdin -v error -i tone.wav -c:a aac library/tone.m4a
      cat > scans <<'END'
      # Other tests run beside this one, and descriptors of theirs may have been inherited.
      for link in /proc/self/fd/*; do n=${link##*/}; [ $n -gt 2 ] && eval "exec $n>&-"; done
      scan() { "$W" scan library --cache cache --output out --jobs 1 --ffmpeg --force; }
      scan && ulimit -n 20 && scan
      END
      W=$W bash -c "$(cat scans)"
      """
    )
    #expect(run.status == 0, "\(run.errorOutput)")
  }
}

import Testing
import WavethumbBatch

/// Tests the reports of `--check` and `--dry-run`, which write nothing.
@Suite struct ForecastTests {
  @Test func `a check of a new checkout recognises unsupported recordings without decoding`() throws
  {
    let library = try TemporaryLibrary()
    try library.add("mono.wav", "aac.m4a", "flac.oga")
    #expect(try library.scan().status == 0)
    #expect(try library.scan("--check").status == 0)

    // A checkout gives every file a time of its own, so that each is read to compare its content.
    library.shell("touch -d 2001-01-01 library/*.*")
    let run = try library.scan("--check")
    #expect(run.status == 0)
    #expect(run.errorOutput.contains("2 unsupported (2 "))
    #expect(run.errorOutput.hasSuffix("2 files need ffmpeg); 0.0 s; all up to date\n"))
  }

  @Test func `a check names a missing picture, whatever the time of the recording`() throws {
    let library = try TemporaryLibrary()
    try library.add("mono.wav", "vbr.mp3")
    #expect(try library.scan().status == 0)

    library.shell("touch -d 2001-01-01 library/*.* && rm library/.wavethumb/mono*")
    let run = try library.scan("--check -v")
    #expect(run.status == 4)
    let reason = "with missing or damaged files"
    #expect(run.errorOutput.contains("stale mono.wav (\(reason)"))
    #expect(run.errorOutput.contains("wavethumb: 1 \(reason)\n"))
  }

  @Test func `a check finds an unsupported file that is a recording now`() throws {
    let library = try TemporaryLibrary()
    try library.add("aac.m4a", as: "a.m4a")
    #expect(try library.scan().status == 0)

    // Of equal size, so that only the time gives it away.
    let size = try library.contents("library/a.m4a").count
    let other = try TemporaryLibrary.contents(TemporaryLibrary.fixtures + "/pcm32.wav")
    try library.write(Array(other.prefix(size)), to: "a.m4a")
    let run = try library.scan("--check -v")
    #expect(run.status == 4)
    #expect(run.errorOutput.contains("stale a.m4a (changed)\n"))
  }

  // What only opening a recording shows is not foreseen: a forecast is the plan, and opens nothing.
  @Test func `a dry run lists what the scan would look at`() throws {
    let library = try TemporaryLibrary()
    try library.add("mono.wav", "html.mp3")
    #expect(try library.scan().status == 3)
    let run = try library.scan("--dry-run --style dots --json")
    #expect(run.status == 0)
    #expect(run.errorOutput.contains("\nwould draw html.mp3\nwould draw mono.wav\n"))
    #expect(run.text.contains(#""would":{"keep":0,"draw":2,"fail":0,"skip":0,"#))
  }

  @Test(arguments: ["--dry-run", "--check"])
  func `events of a dry run describe what a scan would do`(option: String) throws {
    let library = try TemporaryLibrary()
    try library.add("mono.wav", "aac.m4a", "html.mp3")
    try library.write([], to: "empty.wav")
    let run = try library.scan("\(option) --json")
    #expect(run.status == (option == "--check" ? 4 : 0))

    let events = run.lines
    let starts = [
      #"{"event":"file","path":"aac.m4a","would":"draw","stale":"#,
      #"{"event":"file","path":"empty.wav","would":"draw","stale":"#,
      #"{"event":"file","path":"html.mp3","would":"draw","stale":"#,
      #"{"event":"file","path":"mono.wav","would":"draw","stale":"#,
    ]
    try #require(events.count == starts.count + 1, "\(run.text)")
    for (event, start) in zip(events, starts) {
      #expect(event.hasPrefix(start))
    }

    let done = try #require(events.last)
    #expect(done.hasPrefix(#"{"event":"done","files":4,"would":{"keep":0,"draw":4,"fail":0,"#))
    #expect(done.contains(#""skip":0,"unlist":0,"write":4,"delete":0}"#))
    // Nothing has happened yet, and so has no status.
    #expect(!run.text.contains(#""status""#))
  }

  @Test func `a known failure with a new time is not stale`() throws {
    let library = try TemporaryLibrary()
    try library.add("mono.wav", "html.mp3", "aac.m4a")
    #expect(try library.scan().status == 3)
    // A new time alone is no reason to decode again what the same content cannot give.
    library.shell("touch -d 2001-01-01 library/*.*; rm library/mono.wav")
    let run = try library.scan("--check --json --no-cache")
    #expect(run.status == 4)
    #expect(run.text.contains(#""path":"html.mp3","would":"fail","stale":false,"#))
    #expect(run.text.contains(#""path":"aac.m4a","would":"skip","stale":false,"#))
    #expect(run.text.contains(#""path":"mono.wav","would":"unlist","stale":true,"#))
  }
}

import Glibc
import Testing
import WavethumbBytes

@Test func `help and version are printed on standard output`() throws {
  for line in ["--help", "help", "help scan", "render --help", "cache -h"] {
    let run = try CommandRun(line)
    #expect(run.status == 0)
    #expect(run.text.contains("Examples:"))
    #expect(run.errorOutput.isEmpty)
  }

  let version = try CommandRun("--version")
  #expect(version.text.hasPrefix("wavethumb "))
  #expect(version.text.hasSuffix("\n"))
}

// Nothing at all, words that are nearly right, and values that cannot be.
@Test(arguments: [
  ("", "wavethumb scan LIBRARY"),
  ("scna lib", "did you mean scan?"),
  ("/home/me/Podcasts", "did you mean wavethumb scan /home/me/Podcasts?"),
  ("scan /nowhere --style mirorbars", "did you mean mirroredBars?"),
  ("scan /nowhere --color tomatoe", "did you mean tomato?"),
  ("scan /nowhere --jobz 3", "did you mean --jobs?"),
  ("scan /nowhere --spacing nan", "expected a number"),
  ("render a.mp3 -o x.gif", "unknown extension; known are .png, .svg, .json, .dat"),
])
func `a wrong command line exits 2 with a message on standard error`(
  line: String,
  hint: String
) throws {
  let run = try CommandRun(line)
  #expect(run.status == 2)
  #expect(run.output.isEmpty)
  #expect(run.errorOutput.hasPrefix("wavethumb: "))
  #expect(run.errorOutput.contains(hint))
}

// What people type who remember another program, or copy from a page.
@Test(arguments: [
  ("scan /nowhere --timeout 10x", "expected a number, or one with a unit such as 10s, 5m or 2h"),
  ("scan /nowhere -j two", "--jobs \"two\": expected a number from 1 to 1024"),
  ("scan /nowhere —page", "—page begins with a typographic dash: type --page"),
  ("scan /nowhere –j 2", "–j begins with a typographic dash: type -j"),
  ("scan /nowhere −−size=30x20", "begins with a typographic dash: type --size"),
  ("list /nowhere --columns path,size", "\"size\": did you mean bytes?"),
  ("list /nowhere --sort lufs", "did you mean loudness?"),
  ("scan /nowhere --expect loudness>-17", "write it as a range: loudness=-17.."),
  ("scan /nowhere --expect lufs<=-14.5", "write it as a range: loudness=..-14.5"),
  ("scan /nowhere --expect loudness", "expected a condition such as loudness=-17..-15"),
  ("list /nowhere --where loudness", "expected a condition such as loudness=-17..-15"),
  ("list /nowhere --where findings=", "expected a condition such as findings=silent"),
  ("list /nowhere --where title", "expected a condition such as title=TEXT"),
  ("render /nowhere --range 5-2", "the lower value comes first: 2-5"),
  ("scan /nowhere --scale @2x", "--scale \"@2x\": write 2"),
  ("scan /nowhere --scale 3x", "--scale \"3x\": write 3"),
  ("scan /nowhere -q -v", "--quiet and --verbose exclude each other"),
  ("scan /nowhere -qv", "--quiet and --verbose exclude each other"),
  ("list /nowhere --csv --json", "--csv and --json exclude each other"),
  ("list /nowhere --html -0", "--html and --null exclude each other"),
  ("help --expect", "--expect is explained by wavethumb help expect"),
  ("help --where", "--where is explained by wavethumb help list"),
  (
    "render https://example.org/a.mp3",
    "curl -s https://example.org/a.mp3 | wavethumb render - -o - > picture.png"
  ),
  ("scan HTTP://example.org/", "reads files, and nothing from the network"),
  (
    "scan /nowhere --palette viridis",
    "expected color or grey, or colors from low to high, as in navy,teal,gold"
  ),
])
func `a slip has a sentence that says what to type`(line: String, hint: String) throws {
  let run = try CommandRun(line)
  #expect(run.status == 2)
  #expect(run.output.isEmpty)
  #expect(run.errorOutput.contains(hint), "\(run.errorOutput)")
}

@Test func `a time may have a unit`() throws {
  let library = try TemporaryLibrary()
  try library.add("pcm16.wav")
  for options in [
    "--timeout 10s", "--timeout 2h", "--timeout 500ms", "--max-duration 90m", "--wait 1m",
  ] {
    #expect(try library.scan(options).status == 0, "\(options)")
  }
  // The last scan repeats it.
  #expect(
    try library.json("library/.wavethumb/manifest.json")["settings"]?["maxDurationHours"]?.double
      == 1.5
  )
}

@Test func `help may come before its command, and the command line wins over a file`() throws {
  #expect(try CommandRun("--help scan").text == CommandRun("help scan").text)
  #expect(try CommandRun("--help").text == CommandRun("help").text)
  let library = try TemporaryLibrary()
  try library.add("pcm16.wav")
  try library.write("quiet\n", to: "../options")
  #expect(try library.scan("--config {}/options -v").errorOutput.contains("drawn pcm16.wav"))
}

@Test func `render of a folder prints the call of scan`() throws {
  let run = try CommandRun("render /usr")
  #expect(run.status == 3)
  #expect(run.errorOutput.contains("/usr: A folder, not a file."))
  #expect(run.errorOutput.contains("wavethumb scan ~/Podcasts --page"))
}

@Test func `invalid UTF-8 on the command line is not printed raw`() throws {
  // The escape that clears a terminal, and a byte that no UTF-8 has.
  let escape = Array("\u{1B}[2J".utf8)
  let run = try CommandRun([escape + [0xFF]])
  #expect(run.status == 2)
  let newline = UInt8(ascii: "\n")
  let printable = UInt8(ascii: " ")...UInt8(ascii: "~")
  #expect(run.errorOutput.utf8.allSatisfy { $0 == newline || printable.contains($0) })
}

@Test(arguments: [("--help", CInt(0)), ("bogus", 2)])
func `a closed standard output does not change the exit status`(word: String, status: CInt) throws {
  var ends: [CInt] = [0, 0]
  try #require(unsafe pipe(&ends) == 0)
  // A test beside this one must not inherit the reading end, which would keep the pipe open.
  for end in ends {
    try #require(fcntl(end, F_SETFD, FD_CLOEXEC) == 0)
  }
  let readingEnd = ends[0]
  let writingEnd = ends[1]
  close(readingEnd)
  let setup = ProcessSetup()
  setup.connect(writingEnd, to: STDOUT_FILENO)
  setup.connect(writingEnd, to: STDERR_FILENO)
  #expect(try setup.run([Array(word.utf8)]) == status)
  close(writingEnd)
}

@Test func `a full disk behind standard output is a failure`() throws {
  let setup = ProcessSetup()
  setup.connect(writing: "/dev/full", to: STDOUT_FILENO)
  #expect(try setup.run([Array("--help".utf8)]) == 1)
}

import Glibc
import Testing

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

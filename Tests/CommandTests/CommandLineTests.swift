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
  #expect(run.errorOutput.contains("wavethumb scan ~/Podcasts --page"), "\(run.errorOutput)")
}

@Test func `invalid UTF-8 on the command line is not printed raw`() throws {
  let run = try CommandRun([[0x1B, 0x5B, 0x32, 0x4A, 0xFF]])
  #expect(run.status == 2)
  #expect(run.errorOutput.utf8.allSatisfy { $0 == 0x0A || (0x20...0x7E).contains($0) })
}

@Test(arguments: [("--help", CInt(0)), ("bogus", 2)])
func `a closed standard output does not change the exit status`(word: String, status: CInt) throws {
  var ends: [CInt] = [0, 0]
  try #require(unsafe pipe(&ends) == 0)
  for end in ends {
    try #require(fcntl(end, F_SETFD, FD_CLOEXEC) == 0)
  }
  close(ends[0])
  let plan = ProcessSetup()
  plan.connect(ends[1], to: 1)
  plan.connect(ends[1], to: 2)
  #expect(try plan.run([Array(word.utf8)]) == status)
  close(ends[1])
}

@Test func `a full disk behind standard output is a failure`() throws {
  let plan = ProcessSetup()
  plan.connect(writing: "/dev/full", to: 1)
  #expect(try plan.run([Array("--help".utf8)]) == 1)
}

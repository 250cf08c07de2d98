import Glibc
import TestSupport
import Testing
import Thumbnails
import WavethumbSystem

@testable import WavethumbBatch
@testable import WavethumbLibrary
@testable import WavethumbOptions

private func scan(_ line: String, config text: String) throws -> ScanOptions {
  let tree = try TemporaryTree()
  try tree.write("options", text: text)
  let path = tree.path.appending("options").bytes
  let command = try CommandLineParser.parse(arguments("scan " + line), config: path)
  guard case .scan(let options) = command else { throw UsageError.noCommand }
  return options
}

/// Returns what the message says behind the path of the file, which differs in each run.
private func refusal(_ text: String) -> String? {
  do {
    _ = try scan("lib", config: text)
    return nil
  } catch let error as UsageError {
    let sentence = UsageSentences.text(error)
    return sentence.firstRange(of: "/options:").map { String(sentence[$0.upperBound...]) }
  } catch {
    return "\(error)"
  }
}

@Test func `a config file has one option per line, in three notations`() throws {
  // Also a comment, an empty line, blanks around lines, a line end of Windows, and a value with a
  // space.
  let text = """
    # how our pictures look
    style dots
      --size=300x60\t
    color = red

    follow
    output My Pictures\r
    """

  let options = try scan("lib", config: text)
  #expect(options.pictures.styles == [.dots])
  #expect(options.pictures.look.size == ThumbnailSize(width: 300, height: 60))
  #expect(options.followsLinks)
  #expect(options.output == Array("My Pictures".utf8))
}

@Test func `the command line overrides the config file`() throws {
  // An option that adds to its values in one place replaces those of the other: who excludes `c*`
  // on the command line does not want `a*` of a file that he has forgotten.
  let text = "style dots\nstyle line\nscale 2\nexclude a*\nexclude b*\nmeasure peak"
  let options = try scan("lib --style bars --exclude c* --measure rms", config: text)
  #expect(options.pictures.styles == [.bars])
  #expect(options.pictures.scales == [2])
  #expect(options.excludes.count == 1)
  let same = try scan("lib --style bars --exclude c* --scale 2 --measure rms", config: "")
  #expect(options == same)
}

@Test func `a config file may contain options of other commands`() throws {
  // One file serves all commands: `sort` is of list, and `repair` of verify.
  #expect(try scan("lib", config: "sort path\nrepair") == (try scan("lib", config: "")))
}

@Test(arguments: [
  ("style dots\nsize 10", #"2: --size "10": expected a size such as 598x120"#),
  ("\n\nstile dots", "3: scan has no option stile: did you mean --style?"),
  ("follow yes", #"1: follow takes no value, but was given "yes""#),
  ("curve", "1: curve needs a value: curve C (linear, sqrt, db)"),
  // Files that name each other could be read for ever.
  ("config other", "1: config is not allowed in a config file"),
])
func `a wrong config line is reported with its number`(text: String, sentence: String) {
  #expect(refusal(text) == sentence)
}

@Test func `an unreadable config file is an error, except for help`() throws {
  let missing = Array("/nowhere/options".utf8)
  let reason = ValueProblem.unreadable(errno: ENOENT)
  // The message names where the path came from: a variable is easily forgotten.
  #expect(throws: UsageError.option(.badValue("WAVETHUMB_CONFIG", missing, reason))) {
    try CommandLineParser.parse(arguments("scan lib"), config: missing)
  }
  #expect(throws: UsageError.option(.badValue("--config", missing, reason))) {
    try CommandLineParser.parse(arguments("scan lib --config /nowhere/options"), config: nil)
  }

  // Who asks for help may be about to mend it.
  #expect(try CommandLineParser.parse(arguments("scan --help"), config: missing) == .help(.scan))

  // This command has no `--config`, and so looks at no file.
  let thumbnail = arguments("thumbnail a.mp3 a.png")
  #expect(
    try CommandLineParser.parse(thumbnail, config: missing)
      == (try CommandLineParser.parse(thumbnail, config: nil))
  )
}

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
  guard
    case .scan(let options) = try CommandLineParser.parse(arguments("scan " + line), config: path)
  else { throw UsageError.noCommand }
  return options
}

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
  let text = "style dots\nstyle line\nscale 2\nexclude a*\nexclude b*\nmeasure peak"
  let options = try scan("lib --style bars --exclude c* --measure rms", config: text)
  #expect(options.pictures.styles == [.bars])
  #expect(options.pictures.scales == [2])
  #expect(options.excludes.count == 1)
  #expect(
    options == (try scan("lib --style bars --exclude c* --scale 2 --measure rms", config: ""))
  )
}

@Test func `a config file may contain options of other commands`() throws {
  #expect(try scan("lib", config: "preview\nrepair") == (try scan("lib", config: "")))
}

@Test(arguments: [
  ("style dots\nsize 10", #"2: --size "10": expected a size such as 598x120"#),
  ("\n\nstile dots", "3: scan has no option stile: did you mean --style?"),
  ("follow yes", #"1: follow takes no value, but was given "yes""#),
  ("curve", "1: curve needs a value: curve C (linear, sqrt, db)"),
  ("config other", "1: config is not allowed in a config file"),
])
func `a wrong config line is reported with its number`(text: String, sentence: String) {
  #expect(refusal(text) == sentence)
}

@Test func `an unreadable config file is an error, except for help`() throws {
  let missing = Array("/nowhere/options".utf8)
  #expect(throws: UsageError.option(.badValue("WAVETHUMB_CONFIG", missing, .unreadable(errno: 2))))
  {
    try CommandLineParser.parse(arguments("scan lib"), config: missing)
  }
  #expect(throws: UsageError.option(.badValue("--config", missing, .unreadable(errno: 2)))) {
    try CommandLineParser.parse(arguments("scan lib --config /nowhere/options"), config: nil)
  }
  #expect(try CommandLineParser.parse(arguments("scan --help"), config: missing) == .help(.scan))

  let thumbnail = arguments("thumbnail a.mp3 a.png")
  #expect(
    try CommandLineParser.parse(thumbnail, config: missing)
      == (try CommandLineParser.parse(thumbnail, config: nil))
  )
}

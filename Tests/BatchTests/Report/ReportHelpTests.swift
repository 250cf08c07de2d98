import Testing
import Thumbnails

@testable import WavethumbBatch
@testable import WavethumbLibrary
@testable import WavethumbOptions

@Test(arguments: [nil, CommandName.scan, .render, .cache])
func `a help page fits 80 columns and begins with examples`(command: CommandName?) throws {
  let lines = Help.page(command).split(separator: "\n", omittingEmptySubsequences: false)
  // Below 80: in the last column, some terminals break the line.
  for line in lines {
    #expect(line.count < 80, "\(line)")
  }
  let examples = try #require(lines.firstIndex(of: "Examples:"))
  #expect(examples < 6)
  #expect(lines.contains("Exit status:"))
}

@Test(arguments: [30, 60, 80, 200])
func `help wraps at the width of the terminal`(columns: Int) {
  let width = Help.width(ofColumns: columns)
  // Names of options take 25 columns: with fewer than 50, explanations would have a few words a line.
  #expect(width == max(columns - 1, 50))
  // Examples are commands, which stay whole, and a synopsis is one line.
  for command in [nil] + CommandName.allCases {
    let page = Help.page(command, width: width)
    for line in page.split(separator: "\n") where !line.contains("wavethumb ") {
      #expect(line.count <= max(width, 72), "\(line)")
    }
  }
  // Some line fills its width, so that it was wrapped for this terminal and not for a narrower one.
  let lines = Help.page(.scan, width: width).split(separator: "\n")
  #expect(lines.contains { $0.count > width - 20 && $0.count <= width })
}

@Test func `the first screens name the page, and a path alone gets the call that was meant`() {
  #expect(Help.page(nil).contains("wavethumb scan ~/Podcasts --page"))
  let mistake = UsageError.command(.operandInstead(Array("/a".utf8), likely: .scan))
  let screen = Help.screen(after: mistake)
  #expect(screen?.hasPrefix("wavethumb scan LIBRARY") == true)
  #expect(screen?.contains("--page") == true)
}

// These commands stop at a signal, and go on where they stopped.
@Test(arguments: [CommandName.scan, .verify, .merge, .render])
func `the help of a command that can be stopped has the statuses of signals`(command: CommandName) {
  let lines = Help.page(command).split(separator: "\n")
  for status in ["129", "130", "143"] {
    #expect(lines.contains { $0.hasPrefix("  \(status) ") }, "\(status)")
  }
}

@Test func `every style has one line of help`() {
  for style in WaveformStyle.allCases {
    let lines = Help.page(.scan).split(separator: "\n").filter { $0.hasPrefix("  \(style) ") }
    #expect(lines.count == 1)
  }
  #expect(Help.page(.scan).contains("spectrum at the loudest moment; does not show time"))
}

// The shortest help as a whole, so that a change of the layout is seen.
@Test func `the help of cache equals this text`() {
  #expect(
    Help.page(.cache) == """
      wavethumb cache [--prune SIZE | --clear]
        show, trim or empty the cache

      Examples:
        wavethumb cache
        wavethumb cache --prune 500M
        wavethumb cache --clear

      Files and folders:
        --config FILE          read options from a file, one per line; the command
                               line wins [$WAVETHUMB_CONFIG]
        --cache DIR            cache folder [$XDG_CACHE_HOME/wavethumb]
        --prune SIZE           trim the cache to a size such as 500M, removing the
                               least recently used entries
        --clear                empty the cache

      Messages:
        -q, --quiet            print failures only
        -h, --help             print help; -h prints the options that most people use
        -V, --version          print the version

      If an option is given twice, the last value counts, unless it is repeatable.

      Exit status:
        0    success, including nothing to do
        1    could not run: library missing, output not writable, disk full
        2    wrong command, option or value; nothing was changed

      """
  )
}

@Test(arguments: [
  ("scan lib --style mirorbars", #"--style "mirorbars": did you mean mirroredBars?"#),
  ("scan lib --curve x", #"--curve "x": expected linear, sqrt or db"#),
  (
    "scan lib --exclude a[b",
    #"--exclude "a[b": that can match no path: a bracket stays open, "#
      + "a backslash ends it, or it names nothing"
  ),
  ("scan lib --jobs 0", #"--jobs "0": expected a value from 1 to 1024"#),
  (
    "scan lib --expect loudness=-17..-20",
    #"--expect "loudness=-17..-20": the lower value comes first: -20..-17"#
  ),
  (
    "scan lib --style spectrogram --frequency-range 8k..200",
    #"--frequency-range "8k..200": the lower value comes first: 200..8k"#
  ),
  (
    "scan lib --style spectrogram --frequency-range 200-8k",
    #"--frequency-range "200-8k": expected two different numbers such as 200..8k"#
  ),
  ("scan lib --spacing 0,5", #"--spacing "0,5": use a decimal point"#),
  ("scna lib", #"unknown command "scna": did you mean scan?"#),
  ("/a/b", #"unknown command "/a/b": did you mean wavethumb scan /a/b?"#),
  ("render a --strict", "--strict belongs to scan and merge, not to render"),
  ("scan lib -qz", "scan has no option -z"),
  ("scan lib --jobs", "--jobs needs a value: --jobs N"),
  ("scan lib --curve", "--curve needs a value: --curve C (linear, sqrt, db)"),
  ("scan lib --delete", "scan has no option --delete: did you mean --prune?"),
  ("scan lib --recursive", "--recursive is not needed: scan always includes subfolders"),
  ("list lib --tsv", "list has no option --tsv: use --csv or --json"),
  (
    "scan lib --max-work 9",
    "scan has no option --max-work: use --max-duration, which lifts this limit too"
  ),
  (
    "scan lib --band-colors red,lime,blue",
    "scan has no option --band-colors: use --palette with three colors"
  ),
  (
    "scan lib --manifest-format ndjson",
    "scan has no option --manifest-format: a manifest is JSON; list --json prints its entries one per"
      + " line"
  ),
  ("scan lib --shards 3", "scan has no option --shards: name each part by --shard K/N"),
  ("scan lib --shard-by size", "scan has no option --shard-by: name each part by --shard K/N"),
  ("merge out --shards 3", "merge has no option --shards: name each part by --shard K/N"),
])
func `the message for a wrong command line suggests the right one`(line: String, sentence: String)
  throws
{
  do {
    _ = try CommandLineParser.parse(line.split(separator: " ").map { Array($0.utf8) })
    Issue.record("\(line) is accepted")
  } catch {
    #expect(UsageSentences.text(error) == sentence)
  }
}

@Test func `a rejected word cannot control the terminal`() {
  // The sequence that clears the screen, and a bell.
  let word = Array("\u{1B}[2J\u{7}".utf8)
  let sentence = UsageSentences.text(.command(.unknown(word, nearest: nil)))
  #expect(sentence.contains(#"\x1b[2J\x07"#))
  #expect(!sentence.utf8.contains { $0 < 0x20 })
}

@Test func `the short help of a scan fits a screen and names options that exist`() {
  let page = ShortHelp.page(.scan)
  let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
  // A terminal of 80 columns; longer than 24 rows as that of fd, and shorter than 40.
  #expect(lines.count < 40, "\(page)")
  #expect(lines.allSatisfy { line in line.count < 80 }, "\(page)")
  #expect(lines.count { line in line.contains("--") } > 20, "\(page)")
  #expect(page.hasSuffix("wavethumb help scan\n"))
  // A command of few options has one help.
  #expect(ShortHelp.page(.cache) == Help.page(.cache))
}

extension OptionTable {
  // None shapes an output: `list` reads what a scan has written.
  static let listRows: [OptionRow] = [
    // For tables of one's own, and spreadsheets.
    OptionRow(
      "columns",
      value: .one(.columns, in: \.list.columns),
      of: [.list],
      under: .choice,
      help:
        "columns to print: also checksum, originator and others of broadcast WAV, digest, alt, url of all"
        + " files, and picture, width, height of the first picture"
        + " [path,duration,loudness,truePeak,findings]"
    ),
    // For finding the longest, the loudest, the worst.
    OptionRow(
      "sort",
      value: .one(.order, in: \.list.order),
      of: [.list],
      under: .choice,
      help: "sort by a column, -KEY descending"
    ),
    // For scripts, and archives with one fault to look for.
    OptionRow(
      "where",
      value: .one(.list(of: .condition), in: \.list.conditions),
      of: [.list],
      under: .choice,
      help: "print matching entries only: loudness=-17..-15, status=failed, findings=clipping"
    ),
    // For publishers with a rule for loudness and format.
    OptionRow(
      "expect",
      // A list of lists: one word of the command line may be a preset of several conditions.
      value: .one(.list(of: .expectation), in: \.expectations),
      of: [.scan, .list],
      under: .choice,
      help:
        "exit with status 5 if a recording is outside, and print by how much: loudness=-17..-15,"
        + " findings=none, or podcast, audiobook, broadcast, broadcast-us, streaming (see help"
        + " expect); a scan then analyzes; repeatable"
    ),
    // For editors, who go from one fault to the next.
    OptionRow(
      "events",
      value: .one(.flag, in: \.list.listsEvents),
      of: [.list],
      under: .choice,
      help: "print the events of recordings: silence, clipping, dropouts and gaps, a row each"
    ),
    // For libraries that were merged, or copied twice.
    OptionRow(
      "duplicates",
      value: .one(.flag, in: \.list.findsDuplicates),
      of: [.list],
      under: .choice,
      help: "print only recordings of the same content, in groups; nothing is deleted"
    ),
    // For collections with one recording in several formats.
    OptionRow(
      "by-sound",
      value: .one(.flag, in: \.list.comparesSound),
      of: [.list],
      under: .choice,
      help: "with --duplicates: also the same sound in another format, bit rate or sampling rate"
    ),
    // For archives that hand a report to somebody.
    OptionRow(
      "report",
      value: .one(.path("FILE", completing: .file(["html"])), in: \.list.report),
      of: [.list],
      under: .files,
      help:
        "write one HTML page with totals, formats, problems and loudness instead of printing; a"
        + " file that is not such a report is never replaced"
    ),
    // Flags for one property, as other programs have them: the last one counts.
    // For spreadsheets.
    OptionRow(
      "csv",
      value: .one(.flag(to: .csv), in: \.list.format),
      of: [.list],
      under: .messages,
      help: "print CSV"
    ),
    // For scripts, an object a line.
    OptionRow(
      "json",
      value: .one(.flag(to: .json), in: \.list.format),
      of: [.list],
      under: .messages,
      help: "print one JSON object per line"
    ),
    // For shells, since names may contain line breaks.
    OptionRow(
      "null",
      short: "0",
      value: .one(.flag(to: .paths), in: \.list.format),
      of: [.list],
      under: .messages,
      help: "print paths only, each ended by a NUL, for xargs -0"
    ),
    // For web developers, to paste.
    OptionRow(
      "html",
      value: .one(.flag(to: .html), in: \.list.format),
      of: [.list],
      under: .messages,
      help: "print a line of HTML for each picture: an img with srcset, sizes and alt"
    ),
  ]
}

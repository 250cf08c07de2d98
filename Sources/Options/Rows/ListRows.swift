extension OptionTable {
  // None shapes an output: `list` reads what a scan has written.
  static let listRows: [OptionRow] = [
    OptionRow(
      "columns",
      value: .one(.columns, \.list.columns),
      of: [.list],
      under: .choice,
      help:
        "columns to print: also digest, alt, and picture, url, width, height of the first picture"
        + " [path,duration,loudness,truePeak,findings]"),
    OptionRow(
      "sort",
      value: .one(.order, \.list.order),
      of: [.list],
      under: .choice,
      help: "sort by a column, -KEY descending"),
    OptionRow(
      "where",
      value: .one(.list(.condition), \.list.conditions),
      of: [.list],
      under: .choice,
      help: "print matching entries only: loudness=-17..-15, status=failed, findings=clipping"),
    OptionRow(
      "expect",
      value: .one(.list(.expectation), \.expectations),
      of: [.scan, .list],
      under: .choice,
      help:
        "exit with status 5 if a recording is outside, and print by how much: loudness=-17..-15,"
        + " findings=none, or podcast, audiobook, broadcast, broadcast-us, streaming (see help"
        + " expect); a scan then analyzes; repeatable"),
    OptionRow(
      "events",
      value: .one(.flag, \.list.listsEvents),
      of: [.list],
      under: .choice,
      help: "print the events of recordings: silence, clipping, dropouts and gaps, a row each"),
    OptionRow(
      "duplicates",
      value: .one(.flag, \.list.findsDuplicates),
      of: [.list],
      under: .choice,
      help: "print only recordings of the same content, in groups; nothing is deleted"),
    OptionRow(
      "by-sound",
      value: .one(.flag, \.list.comparesSound),
      of: [.list],
      under: .choice,
      help: "with --duplicates: also the same sound in another format, bit rate or sampling rate"),
    OptionRow(
      "report",
      value: .one(.path("FILE", .file(["html"])), \.list.report),
      of: [.list],
      under: .files,
      help:
        "write one HTML page with totals, formats, problems and loudness instead of printing; a"
        + " file that is not such a report is never replaced"),
    OptionRow(
      "csv",
      value: .one(.flag(to: .csv), \.list.format),
      of: [.list],
      under: .messages,
      help: "print CSV"),
    OptionRow(
      "tsv",
      value: .one(.flag(to: .tsv), \.list.format),
      of: [.list],
      under: .messages,
      help: "print TSV"),
    OptionRow(
      "json",
      value: .one(.flag(to: .json), \.list.format),
      of: [.list],
      under: .messages,
      help: "print one JSON object per line"),
  ]
}

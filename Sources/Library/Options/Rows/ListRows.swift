extension OptionTable {
  static let listRows: [OptionRow] = [
    OptionRow(
      "columns", .one(.columns, \.list.columns), of: [.list], .choice,
      "columns to print [path,duration,loudness,truePeak,findings]"),
    OptionRow(
      "sort", .one(.order, \.list.order), of: [.list], .choice, "sort by a column, -KEY descending"),
    OptionRow(
      "where", .one(.list(.condition), \.list.conditions), of: [.list], .choice,
      "print matching entries only: loudness=-17..-15, status=failed, findings=clipping"),
    OptionRow(
      "expect", .one(.list(.expectation), \.expectations), of: [.scan, .list], .choice,
      "exit with status 5 if a recording is outside: loudness=-17..-15, findings=none, or podcast,"
        + " audiobook, broadcast, broadcast-us, streaming; implies --analyze; repeatable"),
    OptionRow("csv", .one(.flag(to: .csv), \.list.format), of: [.list], .words, "print CSV"),
    OptionRow("tsv", .one(.flag(to: .tsv), \.list.format), of: [.list], .words, "print TSV"),
    OptionRow(
      "json", .one(.flag(to: .json), \.list.format), of: [.list], .words,
      "print one JSON object per line"),
  ]
}

extension OptionTable {
  static let listRows: [OptionRow] = [
    OptionRow(
      "columns", .one(.columns, \.list.columns), of: [.list], .choice,
      "columns to print [path,duration,loudness,truePeak,findings]"),
    OptionRow(
      "sort", .one(.order, \.list.order), of: [.list], .choice, "sort by a column, -KEY descending"),
    OptionRow(
      "where", .list(.condition, \.list.conditions), of: [.list], .choice,
      "print matching entries only: loudness=-17..-15, status=failed, findings=clipping"),
    OptionRow(
      "expect", .list(.expectation, \.expectations), of: [.scan, .list], .choice,
      "exit with status 5 if a recording is outside: loudness=-17..-15, findings=none, or podcast,"
        + " audiobook, broadcast, broadcast-us, streaming; implies --analyze; repeatable"),
    OptionRow("csv", .flag(\.list.format, to: .csv), of: [.list], .words, "print CSV"),
    OptionRow("tsv", .flag(\.list.format, to: .tsv), of: [.list], .words, "print TSV"),
    OptionRow(
      "json", .flag(\.list.format, to: .json), of: [.list], .words,
      "print one JSON object per line"),
  ]
}

import Outputs
import Waveform
import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// The page of a report as HTML: totals, problems with all their recordings, loudness, formats and
/// settings, to be read on a screen and printed on A4.
struct ReportPage {
  let facts: ReportFacts
  let origin: ReportOrigin
  /// Returns the address of a picture, if it can be shown.
  let address: (PictureFile) -> String?

  /// The beginning of every report, which identifies it as ours.
  static let mark = "<!doctype html>\n<html lang=\"en\" class=\"wavethumb-report\">\n"

  var text: String {
    let heading = "Recordings of \(escaped(origin.library))"
    // Without scripts and with nothing from elsewhere, which the policy states as well: mail programs and
    // archives show the page as it is, and what a name smuggles in would not run.
    return Self.mark + """
      <head>
      <meta charset="utf-8">
      <meta name="generator" content="\(HTMLText.escaped(Generator.name))">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
      style-src 'unsafe-inline'; img-src data:">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(heading)</title>
      <style>
      \(Self.style)
      </style>
      </head>
      <body>
      <main>
      <h1>\(heading)</h1>
      <p class="origin">As of \(origin.date), by \(escaped(origin.generator))</p>
      \(totals)
      \(problems)
      \(expectations)
      \(loudness)
      \(formats)
      \(settings)
      </main>
      <footer>\(HTMLText.escaped(Generator.name))</footer>
      </body>
      </html>

      """
  }

  /// Returns text from elsewhere without what controls the writing direction.
  // A name with U+202E would turn the text after it around.
  private func shown(_ text: String) -> String { PrintableName.text(text.utf8) }

  private func escaped(_ text: String) -> String { HTMLText.escaped(shown(text)) }

  // In an element of its own, so that a name in Hebrew or Arabic does not turn around what is beside it.
  private func name(_ path: RawPath) -> String {
    "<bdi>\(HTMLText.escaped(PrintableName.text(path.bytes)))</bdi>"
  }

  private static func length(_ milliseconds: Int) -> String {
    Numerals.clock(Double(milliseconds) / 1000)
  }

  private var totals: String {
    let total = facts.total
    let noun = total.count == 1 ? "recording" : "recordings"
    var items: [(number: String, label: String)] = [
      (Numerals.grouped(total.count), noun),
      (Self.length(total.milliseconds), "of sound"),
      (Numerals.bytes(total.bytes), "of files"),
    ]
    let notDrawn: [(count: Int, label: String)] = [
      (facts.statuses[.failed] ?? 0, "failed"),
      (facts.statuses[.unsupported] ?? 0, "unsupported"),
      (facts.pending, "not yet scanned"),
    ]
    for status in notDrawn where status.count > 0 {
      items.append((Numerals.grouped(status.count), status.label))
    }
    // The label first, as a screen reader says it; the style shows it below the number.
    let list = items.map { item in "<div><dt>\(item.label)</dt><dd>\(item.number)</dd></div>" }
    return "<dl class=\"totals\">\(list.joined())</dl>"
  }

  /// One kind of problem with its recordings.
  private struct Problem {
    /// The sentence, as HTML.
    let sentence: String
    let count: Int
    /// The worst first.
    let named: [ReportFacts.Named]
    /// That of the worst.
    var picture: PictureFile?
  }

  private var problems: String {
    var items = facts.failures.map { failure in
      let subject = Numerals.count(failure.count, "file")
      var sentence = "\(subject): \(escaped(failure.problem.cause))."
      if let cure = failure.problem.cure {
        sentence += " \(escaped(cure))."
      }
      let named = failure.paths.map { path in ReportFacts.Named(path: path) }
      return item(Problem(sentence: sentence, count: failure.count, named: named))
    }
    items += facts.findings.all.map { finding, group in
      let sentence = escaped(FindingGroups.subject(finding, count: group.count))
      return item(
        Problem(
          sentence: sentence,
          count: group.count,
          named: facts.named(finding),
          picture: group.picture
        )
      )
    }
    if facts.analyzed == 0, facts.total.count > 0 {
      items.append(
        "<li><p>The sound was not analyzed: <code>wavethumb scan --analyze</code> finds clipping,"
          + " silent channels, dropouts and more.</p></li>"
      )
    }
    guard !items.isEmpty else {
      return "<section><h2>Problems</h2><p>None was found.</p></section>"
    }
    return "<section><h2>Problems</h2><ol class=\"problems\">\(items.joined(separator: "\n"))"
      + "</ol></section>"
  }

  private func item(_ problem: Problem) -> String {
    var item = "<li><p>\(problem.sentence)</p>"
    if let picture = problem.picture, let worst = problem.named.first,
      let address = address(picture)
    {
      let alt = HTMLText.escaped("Waveform of \(PrintableName.text(worst.path.name.bytes))")
      item += "<img src=\"\(address)\" alt=\"\(alt)\">"
    }
    let names = problem.named.map { named in
      let detail = named.detail.isEmpty ? "" : ": \(escaped(named.detail))"
      return "<li>\(name(named.path))\(detail)</li>"
    }
    item += "<ul class=\"names\">\(names.joined(separator: "\n"))</ul>"
    let more = problem.count - problem.named.count
    if more > 0 {
      item += "<p>and \(Numerals.grouped(more)) more</p>"
    }
    return item + "</li>"
  }

  private var settings: String {
    var text = "<section><h2>Settings</h2>"
    if origin.arguments.isEmpty {
      text += "<p>The defaults.</p>"
    } else {
      let words = origin.arguments.map { word in PrintableName.shellWord(Array(word.utf8)) }
      text += "<p><code>\(HTMLText.escaped(words.joined(separator: " ")))</code></p>"
    }
    return text + "</section>"
  }

  private var expectations: String {
    guard !facts.conditions.isEmpty else { return "" }
    let asked = HTMLText.escaped(ExpectationText.text(facts.conditions))
    var text = "<section><h2>As expected?</h2><p><code>\(asked)</code></p>"
    if let rule = ExpectationText.monoRule(facts.conditions) {
      text += "<p>\(HTMLText.escaped(rule))</p>"
    }
    guard facts.deviations.missed > 0 else {
      return text + "<p>All recordings are as expected.</p></section>"
    }
    for (heading, rows, more) in facts.deviations.sections {
      text += table(of: rows, heading: heading)
      if more > 0 {
        text += "<p>and \(Numerals.grouped(more)) more</p>"
      }
    }
    return text + "<p>\(HTMLText.escaped(facts.deviations.totals))</p></section>"
  }

  private func table(of deviations: [Deviation], heading: String) -> String {
    var text = "<table class=\"deviations\"><caption>\(HTMLText.escaped(heading))</caption>"
    let titles = deviations.first.map { Deviation.titles(of: $0.field) } ?? []
    text += "<thead><tr>" + titles.dropFirst().map { title in "<th>\(title)</th>" }.joined()
    text += "</tr></thead>"
    for deviation in deviations {
      // Names are long, and in a column of their own would leave no room for the others.
      let cells = deviation.cells.map { cell in "<bdi>\(HTMLText.escaped(cell))</bdi>" }
      let values = cells.dropFirst().map { cell in "<td>\(cell)</td>" }
      text += "<tbody><tr><th colspan=\"4\" scope=\"rowgroup\">\(cells[0])</th></tr>"
      text += "<tr>\(values.joined())</tr></tbody>"
    }
    return text + "</table>"
  }

  private var loudness: String {
    guard !facts.loudness.isEmpty else { return "" }
    let count = Numerals.count(facts.loudness.values.reduce(0, +), "recording")
    return "<section><h2>Loudness</h2><p>\(count) by integrated loudness in LUFS.</p>"
      + "\(LoudnessHistogram(counts: facts.loudness).text)</section>"
  }

  private var formats: String {
    guard !facts.formats.isEmpty else { return "" }
    var text = "<section><h2>Formats</h2><table><thead><tr><th>format</th>"
    text += "<th class=\"number\">recordings</th><th class=\"number\">duration</th>"
    text += "<th class=\"number\">size</th></tr></thead><tbody>"
    for (name, format) in facts.formats {
      text += "<tr><td>\(escaped(name))</td>"
      let cells = [
        Numerals.grouped(format.count), Self.length(format.milliseconds),
        Numerals.bytes(format.bytes),
      ]
      for cell in cells {
        text += "<td class=\"number\">\(cell)</td>"
      }
      text += "</tr>"
    }
    return text + "</tbody></table></section>"
  }

  // System fonts only and no color that print or a dark screen would lose: the page is opened anywhere.
  private static let style = """
    :root { --ink: #1c1c1e; --soft: #5c5c63; --line: #d4d4d8; --ground: #fff; --bar: #1673d1; }
    @media (prefers-color-scheme: dark) {
      :root { --ink: #ececee; --soft: #a5a5ad; --line: #3a3a40; --ground: #141416; --bar: #4aa3f5; }
    }
    @page { size: A4; margin: 16mm; }
    * { box-sizing: border-box; }
    body { margin: 0; padding: 2rem 1rem; background: var(--ground); color: var(--ink);
      font: 16px/1.5 system-ui, sans-serif; print-color-adjust: exact; }
    main, footer { max-width: 52rem; margin: 0 auto; overflow-wrap: anywhere; }
    h1 { margin: 0 0 1rem; font-size: 1.6rem; line-height: 1.2; }
    h2 { margin: 2rem 0 .5rem; font-size: 1.15rem; break-after: avoid; }
    p { margin: .25rem 0; }
    .totals { display: flex; flex-wrap: wrap; gap: .75rem 2.5rem; margin: 0; }
    .totals div { display: flex; flex-direction: column-reverse; }
    .totals dd { margin: 0; font-size: 1.4rem; font-variant-numeric: tabular-nums; }
    .totals dt, .names, .origin, caption, footer { color: var(--soft); }
    .problems { margin: 0; padding: 0; list-style: none; }
    .problems > li { padding: .75rem 0; border-top: 1px solid var(--line); }
    .problems p { break-after: avoid; }
    .problems img { display: block; max-width: 100%; max-height: 5rem; margin-top: .5rem; }
    .origin { margin: -.5rem 0 1rem; }
    .names { margin: .25rem 0 0; padding: 0; list-style: none; font-size: .9em; }
    .names li { break-inside: avoid; }
    table { width: 100%; margin: .75rem 0; border-collapse: collapse; font-variant-numeric: tabular-nums; }
    caption { text-align: left; }
    th, td { padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); text-align: left;
      vertical-align: top; font-weight: normal; }
    th { color: var(--soft); font-size: .875em; }
    td:last-child, th:last-child { padding-right: 0; }
    .number { text-align: right; white-space: nowrap; }
    .deviations tbody { break-inside: avoid; }
    .deviations tbody th { padding-bottom: 0; border: 0; color: inherit; font-size: inherit; }
    .deviations td { width: 25%; overflow-wrap: normal; }
    tr { break-inside: avoid; }
    code { font-size: .9em; }
    svg { display: block; width: 100%; height: auto; break-inside: avoid; }
    svg text { fill: var(--soft); font: 11px system-ui, sans-serif; }
    svg rect { fill: var(--bar); }
    svg line { stroke: var(--line); }
    footer { margin-top: 2rem; font-size: .875rem; }
    @media print {
      :root { --ink: #000; --soft: #444; --line: #bbb; --ground: #fff; --bar: #1673d1; }
      body { padding: 0; font-size: 10pt; }
    }
    """
}

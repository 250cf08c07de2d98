/// The options of `list`, checked.
package struct ListOptions: Sendable, Equatable {
  package enum Format: Sendable, Equatable {
    case table, csv, json, html
    /// The bytes of the paths, each ended by a NUL.
    case paths
  }

  /// The column by which recordings are sorted.
  package struct Order: Sendable, Equatable {
    package var field: EntryField
    package var isDescending: Bool
  }

  /// The output, or its manifest.
  package var output: [UInt8]
  /// The columns, or nil for those that suit what is listed.
  package internal(set) var columns: [EntryField]?
  package internal(set) var order: Order?
  package internal(set) var conditions: [EntryCondition] = []
  /// Conditions that recordings must meet: only those that miss one are listed.
  package internal(set) var expectations: [[EntryCondition]] = []
  package internal(set) var format = Format.table
  /// Whether the events of the recordings are printed instead of their columns.
  package internal(set) var listsEvents = false
  /// Whether only recordings that others equal are listed, in groups.
  package internal(set) var findsDuplicates = false
  /// Whether the same sound in another format or sampling rate counts as equal.
  package internal(set) var comparesSound = false
  /// The report to write, or nil to print the recordings.
  package internal(set) var report: [UInt8]?
}

extension ListOptions {
  /// Throws if options exclude each other.
  // An option that would be ignored is an error: a table that lacks what was asked for looks complete.
  func check() throws(UsageError) {
    if comparesSound, !findsDuplicates { throw .combination(.needsOther("by-sound", "duplicates")) }
    // Groups come in an order of their own, and a recording is in one by what the others are.
    if findsDuplicates, !expectations.isEmpty { throw .exclusive("duplicates", "expect") }
    if findsDuplicates, order != nil { throw .exclusive("duplicates", "sort") }
    // The rows of events have columns of their own.
    if listsEvents, columns != nil { throw .exclusive("columns", "events") }
    if listsEvents, findsDuplicates { throw .exclusive("events", "duplicates") }
    if listsEvents, report != nil { throw .exclusive("events", "report") }

    if format == .paths {
      if columns != nil { throw .exclusive("null", "columns") }
      if listsEvents { throw .exclusive("null", "events") }
    }
    // Each line is a picture.
    if format == .html {
      if columns != nil { throw .exclusive("columns", "html") }
      if listsEvents { throw .exclusive("events", "html") }
      if findsDuplicates { throw .exclusive("duplicates", "html") }
    }

    guard report != nil else { return }
    if findsDuplicates { throw .exclusive("report", "duplicates") }
    if columns != nil { throw .exclusive("report", "columns") }
    if order != nil { throw .exclusive("report", "sort") }
    switch format {
    case .table: break
    case .csv: throw .exclusive("report", "csv")
    case .json: throw .exclusive("report", "json")
    case .paths: throw .exclusive("report", "null")
    case .html: throw .exclusive("report", "html")
    }
  }
}

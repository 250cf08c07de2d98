package struct ListOptions: Sendable, Equatable {
  package enum Format: Sendable, Equatable { case table, csv, tsv, json }

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
}

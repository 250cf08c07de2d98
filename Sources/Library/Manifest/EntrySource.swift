/// Where the text of an entry comes from: a range of the last manifest, or the text itself.
package enum EntrySource: Sendable, Equatable {
  case kept(Range<Int>)
  case text([UInt8])
}

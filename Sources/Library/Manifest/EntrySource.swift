/// Where the text of an entry comes from: a range of the last manifest, or the text itself.
// A run that changes one recording of a million spells one entry, and copies the others as bytes.
package enum EntrySource: Sendable, Equatable {
  case kept(Range<Int>)
  case text([UInt8])
}

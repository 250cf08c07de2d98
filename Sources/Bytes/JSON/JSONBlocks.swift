/// Objects and arrays as blocks, which close themselves.
extension JSONWriter {
  package mutating func object(_ members: (inout JSONWriter) -> Void) {
    beginObject()
    members(&self)
    endObject()
  }

  package mutating func array<Element>(
    _ elements: some Sequence<Element>, _ element: (inout JSONWriter, Element) -> Void
  ) {
    beginArray()
    for value in elements { element(&self, value) }
    endArray()
  }

  /// Numbers in a row on one line, each with at most so many decimals.
  package mutating func row(_ values: some Sequence<Float>, decimals: Int) {
    beginArray(inline: true)
    for number in values { value(Double(number), decimals: decimals) }
    endArray()
  }
}

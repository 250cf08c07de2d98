/// The order in which several sorted sources are merged: that of the next element of each.
package struct MergeOrder {
  /// The numbers of the sources that have more, the least last.
  // A sorted array: a merge has sixteen sources, seldom hundreds, of which the same is often the next.
  private var waiting: [Int] = []

  package init() {}

  /// Removes the source whose element comes first, and returns its number.
  package mutating func popFirst() -> Int? { waiting.popLast() }

  /// Adds a source; `comesAfter` returns whether its element comes after that of another.
  package mutating func insert(_ source: Int, comesAfter: (_ other: Int) -> Bool) {
    // By halving, since comparing two elements may compare two long paths.
    var low = 0
    var high = waiting.count
    while low < high {
      let middle = (low + high) / 2
      if comesAfter(waiting[middle]) {
        high = middle
      } else {
        low = middle + 1
      }
    }
    waiting.insert(source, at: low)
  }
}

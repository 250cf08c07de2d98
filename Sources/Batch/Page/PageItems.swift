import Library

/// The plain list: the first recordings for those without scripts.
struct PageItems {
  private let most: Int
  private var items: [String] = []
  private var count = 0

  init(most: Int) {
    self.most = most
  }

  mutating func add(_ entry: PageEntry) {
    count += 1
    if items.count < most { items.append(entry.item()) }
  }

  func text() -> String {
    let list = "\n<ol>\n" + items.map { $0 + "\n" }.joined() + "</ol>\n"
    guard count > items.count else { return list }
    return "\n<p>The first \(Numerals.grouped(items.count)) of \(Numerals.grouped(count))"
      + " recordings; a browser with scripts shows them all.</p>" + list
  }
}

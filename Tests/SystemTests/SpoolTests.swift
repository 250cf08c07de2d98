import TestSupport
import Testing
import WavethumbSystem

@testable import WavethumbLibrary

@Suite struct `Stored manifest entries` {
  @Test(arguments: [0, 100, 1 << 20])
  func `stored entries are returned unchanged, from memory or file`(maximumInMemory: Int) throws {
    let tree = try TemporaryTree()
    let store = try EntryStore(in: tree.folder, maximumInMemory: maximumInMemory)
    let entries = (0..<300).map { [UInt8](repeating: UInt8($0 & 255), count: $0 % 37) }
    let places = entries.map { store.append($0) }
    for (place, entry) in zip(places, entries).reversed() {
      #expect(try store.entry(place) == entry)
    }
    #expect(try tree.names() == [])
  }

  @Test func `entries stay in memory if no file is available`() throws {
    let store = try EntryStore(in: Folder(at: "/proc/self/fd"), maximumInMemory: 10)
    let places = (0..<40).map { store.append([1, 2, 3, UInt8($0)]) }
    for (number, place) in places.enumerated() {
      #expect(try store.entry(place) == [1, 2, 3, UInt8(number)])
    }
  }
}

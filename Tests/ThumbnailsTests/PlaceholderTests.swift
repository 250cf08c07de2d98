import Testing

@testable import Thumbnails

@Test func `the Thumbnails room is importable`() {
  #expect(Bool(true))
}

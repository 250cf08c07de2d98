import Testing

@testable import Batch

@Test func `the Batch room is importable`() {
  #expect(Bool(true))
}

import Testing

@testable import Codecs

@Test func `the Codecs room is importable`() {
  #expect(Bool(true))
}

import Testing

@Test func `the command has tests`() {
  #expect(Bool(true))
}

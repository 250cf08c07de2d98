import Testing

@testable import Waveform

@Test func `the Waveform room is importable`() {
  #expect(Bool(true))
}

import Testing

@testable import Raster

@Test func `the Raster room is importable`() {
  #expect(Bool(true))
}

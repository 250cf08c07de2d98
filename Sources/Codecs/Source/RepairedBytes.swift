/// The bytes of a damaged source as a decoder should see them.
// Made page by page as they are read: a repaired copy of a day of sound would not fit into a worker.
protocol RepairedBytes: AnyObject {
  var length: Int { get }

  /// Copies bytes from an offset, and returns their number.
  func copy(at offset: Int, into target: UnsafeMutableRawBufferPointer) -> Int
}

/// The bytes of a damaged source as a decoder should see them.
protocol RepairedBytes: AnyObject {
  var length: Int { get }

  /// Copies bytes from an offset, and returns their number.
  func copy(at offset: Int, into target: UnsafeMutableRawBufferPointer) -> Int
}

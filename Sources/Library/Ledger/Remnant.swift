package import WavethumbSystem

/// A file that holds nothing of anyone's: the start of what is about to be written, as after a cut,
/// or only zeros, as after a power failure.
///
/// Such a file must not stop every later run, and replacing it takes nothing from anybody. Any other
/// file without a proof that it is ours stays: a guess whose it was would one day be wrong.
package enum Remnant {
  // Reading the zeros of a sparse file takes hours; a gibibyte of them takes half a second.
  private static let maximumBytes = 1 << 30
  // A guess between many calls and much memory: half and twice of it were not tried.
  private static let pieceLength = 1 << 20

  /// Returns whether a file of this size is the start of `due`, or has only zeros.
  package static func isOne(
    size: Int,
    of due: [UInt8],
    _ bytes: (Range<Int>) throws(SystemFailure) -> [UInt8]
  ) throws(SystemFailure) -> Bool {
    guard size <= maximumBytes else { return false }
    if size <= due.count, try due.starts(with: bytes(0..<size)) { return true }
    for start in stride(from: 0, to: size, by: pieceLength) {
      let piece = try bytes(start..<min(size, start + pieceLength))
      let isZeros = piece.allSatisfy { byte in byte == 0 }
      if !isZeros { return false }
    }
    return true
  }
}

import Decoding
import System

/// The expected cost of the work on a recording, in seconds of a desktop computer.
///
/// Only the proportion between recordings matters, because a run learns how long they take on its
/// machine.
struct JobCost: Sendable, Hashable {
  let bytes: Int
  let seconds: Double
  let kind: CostKind
  /// All threads that have nothing else to do work on it.
  private(set) var isShared = false

  // Opening, and each picture: drawing, packing and writing.
  private static let secondsOfAnyFile = 0.001
  private static let secondsOfOutput = 0.001
  // Of shorter recordings, the work beside decoding is a large part of the cost.
  private static let mostBytesOfShort = 1 << 20

  /// The cost of a recording of so many bytes; what is known by its content is not decoded.
  init(_ path: RawPath, bytes: Int64, isKnown: Bool, outputs: Int = 1) {
    self.init(isKnown ? .known : CostKind(path), bytes: Int(clamping: bytes), outputs: outputs)
  }

  init(_ kind: CostKind, bytes: Int, outputs: Int = 1) {
    self.bytes = max(0, bytes)
    self.kind = kind
    seconds =
      Self.secondsOfAnyFile + Double(outputs) * Self.secondsOfOutput
      + Double(self.bytes) * kind.secondsOfByte
  }

  /// Recordings of one class cost alike by their bytes.
  var costClass: Int { kind.rawValue * 2 + (bytes <= Self.mostBytesOfShort ? 1 : 0) }

  static func isShort(class place: Int) -> Bool { place % 2 == 1 }

  static let classes = CostKind.allCases.count * 2

  /// The same for a recording that several threads may decode, if its format lets them.
  func shared(_ isWanted: Bool) -> JobCost {
    var cost = self
    cost.isShared = isWanted && kind.isShareable && bytes >= SharedDecoding.leastBytes
    return cost
  }

  /// How much of it is done, in 0…1; a worker may say anything.
  func share(_ soFar: DecodedSoFar) -> Double {
    bytes > 0 ? Double(min(max(soFar.bytes, 0), bytes)) / Double(bytes) : 0
  }
}

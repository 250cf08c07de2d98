import Synchronization

/// How much the jobs of a run have decoded so far, for the progress line.
final class DecodingMeter: Sendable {
  private let milliseconds = Atomic<Int>(0)

  /// Seconds of audio decoded by all jobs together.
  var seconds: Double { Double(milliseconds.load(ordering: .relaxed)) / 1000 }

  func add(milliseconds more: Int) {
    milliseconds.wrappingAdd(more, ordering: .relaxed)
  }
}

package import WavethumbBytes

/// A stretch of a recording, in seconds from its beginning.
public struct TimeRange: Sendable, Hashable {
  /// Seconds from the beginning.
  public var start: Double
  /// Seconds from the beginning, or nil for the end of the recording.
  public var end: Double?

  /// Creates a stretch between two times in seconds.
  public init(start: Double, end: Double? = nil) {
    self.start = start
    self.end = end
  }

  /// Both times in seconds, such as `95.0-125.0`.
  package var text: String {
    guard let end else { return "\(start)-" }
    return "\(start)-\(end)"
  }

  /// Returns the frames nearest to its two times; at least one.
  // Times come from a command line or a page: a vast one, or NaN, means the end.
  func frames(at sampleRate: Int) -> Range<Int> {
    func frame(_ seconds: Double) -> Int {
      Int(exactly: (seconds * Double(sampleRate)).rounded()) ?? .max
    }
    let first = min(max(0, frame(start)), Int.max - 1)
    let end = end.map(frame) ?? .max
    return first..<max(first + 1, end)
  }
}

extension TimeRange: ByteCoded {
  package init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    start = try coder.field(value?.start)
    end = try coder.field(value?.end)
  }
}

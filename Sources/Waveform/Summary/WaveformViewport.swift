/// The visible stretch of a recording, in seconds.
public struct WaveformViewport: Sendable, Hashable {
  /// The length of the recording in seconds.
  public let duration: Double
  /// The closest zoom: a view is never narrower than the duration divided by this.
  public let maximumZoom: Double

  private var start: Double
  private var end: Double

  /// Creates a view of the whole recording.
  // By default as far as a bucket fills the view: closer there is nothing more to see.
  public init(duration: Double, maximumZoom: Double = 4800) {
    self.duration = WaveformTime.valid(duration)
    self.maximumZoom =
      if maximumZoom.isFinite {
        max(maximumZoom, 1)
      } else {
        1
      }
    start = 0
    end = self.duration
  }

  /// The visible stretch in seconds; a new value is moved and widened to fit the recording.
  public var visibleRange: ClosedRange<Double> {
    get { start...end }
    set { show(newValue.lowerBound, width: newValue.upperBound - newValue.lowerBound) }
  }

  /// The duration of the recording divided by that of the view; 1 shows all of it.
  public var zoomFactor: Double {
    guard end > start else { return 1 }
    return duration / (end - start)
  }

  /// Zooms so that the anchor, a fraction of the recording, keeps its position.
  public mutating func zoom(to factor: Double, anchor: Double = 0.5) {
    guard factor.isFinite, duration > 0 else { return }
    let share =
      if anchor.isFinite {
        min(max(anchor, 0), 1)
      } else {
        0.5
      }
    let time = share * duration
    let width = duration / min(max(factor, 1), maximumZoom)

    // An anchor out of view comes in at the nearer edge.
    let position =
      if end > start {
        min(max((time - start) / (end - start), 0), 1)
      } else {
        0.5
      }
    show(time - position * width, width: width)
  }

  /// Moves the view by seconds, within the recording.
  public mutating func pan(by seconds: Double) {
    guard seconds.isFinite else { return }
    show(start + seconds, width: end - start)
  }

  /// Shows the whole recording.
  public mutating func resetZoom() {
    start = 0
    end = duration
  }

  /// Returns the position of a time in the view: 0 at its start, 1 at its end.
  public func fraction(at time: Double) -> Double {
    // A recording without a duration has a view of none.
    guard end > start else { return 0 }
    return (time - start) / (end - start)
  }

  /// Returns the time at a fraction of the view.
  public func time(at fraction: Double) -> Double { start + fraction * (end - start) }

  /// Returns the visible frames of a recording with `count` frames.
  public func frames(of count: Int) -> Range<Int> {
    guard duration > 0, count > 0 else { return 0..<max(count, 0) }
    func frame(_ time: Double) -> Int {
      let frame = (time / duration * Double(count)).rounded()
      guard frame < Double(count) else { return count }
      return Int(max(frame, 0))
    }
    let first = min(frame(start), count - 1)
    return first..<max(frame(end), first + 1)
  }

  private mutating func show(_ from: Double, width: Double) {
    // The new view may come from a gesture: one that is no number changes nothing.
    guard from.isFinite, width.isFinite else { return }
    let width = min(max(width, duration / maximumZoom), duration)
    start = min(max(from, 0), duration - width)
    end = min(start + width, duration)
  }
}

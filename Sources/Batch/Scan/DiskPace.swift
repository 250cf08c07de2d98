/// How fast the disk is, where the threads of a run wait for it more than they work.
struct DiskPace: Sendable {
  /// A short time, at the end of which is asked what the threads did.
  private struct Stretch {
    let begin: Double
    /// What all threads had been busy for by then.
    let busyBefore: Double
    var threadSeconds = 0.0
    var bytes = 0.0
  }

  /// What was read by the end of a stretch, while threads waited.
  private struct Point {
    let time: Double
    let seconds: Double
    let bytes: Double
  }

  private static let stretchSeconds = 0.5
  private static let mostStretches = 400.0
  // Of a piece that a slow disk gives, a thread computes for some time before it waits again.
  private static let waitSeconds = 3.0
  /// Threads that wait less are slowed down by other things, and surely by a disk if they wait more.
  private static let leastWait = 0.3
  private static let sureWait = 0.6
  // One stray wait tells nothing of the disk.
  private static let leastSeconds = 1.5

  private var begin: Double?
  private var seen: Double?
  private var busy: Double?
  private var stretch: Stretch?
  /// What threads did in the last seconds.
  private var recent: [(time: Double, busy: Double, threadSeconds: Double)] = []
  /// Seconds that threads had something in hand, of which they were busy the expected ones.
  private var threads = CostEvidence()
  private var points: [Point] = []
  /// What the disk gives, where that is why the run takes so long.
  private(set) var bytesPerSecond: Double?

  /// Notes that so many threads had something in hand until now, for which so many bytes came.
  mutating func pass(_ bytes: Double, threads: Double, at now: Double) {
    stretch?.threadSeconds += threads * max(0, now - (seen ?? now))
    stretch?.bytes += bytes
    seen = now
    begin = begin ?? now
    guard let busy else { return }
    if let stretch {
      let least = max(Self.stretchSeconds, (now - (begin ?? now)) / Self.mostStretches)
      guard now - stretch.begin >= least else { return }
      learn(from: stretch, until: now, busy)
    }
    stretch = Stretch(begin: now, busyBefore: busy)
  }

  /// Notes how many seconds all threads were busy so far.
  mutating func note(busy: Double) {
    self.busy = busy
  }

  /// How much of their time threads are busy.
  var busyShare: Double { threads.taken > 0 ? threads.expected / threads.taken : 1 }

  private mutating func learn(from stretch: Stretch, until now: Double, _ busyNow: Double) {
    guard stretch.threadSeconds > 0 else { return }
    let busy = min(max(0, busyNow - stretch.busyBefore), stretch.threadSeconds)
    threads.add(expected: busy, taken: stretch.threadSeconds, bytes: 0, at: now)
    recent.append((now, busy, stretch.threadSeconds))
    recent.removeAll { $0.time < now - Self.waitSeconds }
    let weight = Self.weight(
      ofWait: 1 - recent.reduce(0) { $0 + $1.busy } / recent.reduce(0) { $0 + $1.threadSeconds })
    guard weight > 0 else { return }
    points.append(
      Point(
        time: now, seconds: (points.last?.seconds ?? 0) + weight * (now - stretch.begin),
        bytes: (points.last?.bytes ?? 0) + weight * stretch.bytes))
    let old = now - CostEvidence.window(since: begin ?? now, until: now)
    points.removeAll { $0.time < old }
    bytesPerSecond = slope
  }

  /// The slope of the line through all points: what is on its way to the threads at the beginning
  /// and at the end changes it less than it changes what lies between two points.
  private var slope: Double? {
    guard let first = points.first, let last = points.last,
      last.seconds - first.seconds > Self.leastSeconds
    else { return nil }
    let count = Double(points.count)
    let seconds = points.reduce(0) { $0 + $1.seconds } / count
    let bytes = points.reduce(0) { $0 + $1.bytes } / count
    var (square, product) = (0.0, 0.0)
    for point in points {
      square += (point.seconds - seconds) * (point.seconds - seconds)
      product += (point.seconds - seconds) * (point.bytes - bytes)
    }
    return square > 0 && product > 0 ? product / square : nil
  }

  private static func weight(ofWait share: Double) -> Double {
    min(1, max(0, (share - leastWait) / (sureWait - leastWait)))
  }
}

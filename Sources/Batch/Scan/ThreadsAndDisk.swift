/// Threads that work off recordings, and a disk that all of them read from.
///
/// A recording is computed and read at once, and takes as long as the slower of both. Where threads
/// want more bytes than the disk gives, each gets as much as the others, and no more than it wants.
struct ThreadsAndDisk {
  /// What a thread has to do: seconds to compute, while so many bytes are read.
  struct Load {
    var seconds: Double
    var bytes: Double
    /// Seconds to compute when all is read.
    var after: Double

    // What is only to be read is computed in next to no time.
    private static let least = 1e-6

    init(_ seconds: Double, bytes: Double = 0, after: Double = 0) {
      self.bytes = max(0, bytes)
      self.after = after
      self.seconds = max(seconds, self.bytes > 0 ? Self.least : 0)
    }

    var isDone: Bool { seconds < Self.least / 10 }
    /// Bytes for each second that is computed.
    var want: Double { bytes / seconds }

    mutating func advance(_ share: Double) {
      (seconds, bytes) = (seconds * (1 - share), bytes * (1 - share))
    }

    static func += (sum: inout Load, more: Load) {
      sum = Load(sum.seconds + more.seconds, bytes: sum.bytes + more.bytes)
    }

    static func -= (sum: inout Load, less: Load) {
      sum = Load(sum.seconds - less.seconds, bytes: sum.bytes - less.bytes)
    }
  }

  let width: Int
  /// What the disk gives, where it is the slower.
  let bytesPerSecond: Double?
  /// Of each thread, what no other can take from it.
  var inHand: [Load] = []
  /// What the next free thread takes.
  var queue: [Load] = []
  /// What all free threads share: one recording in parts, or recordings too short to be queued.
  var spread = Load(0)

  init(width: Int, bytesPerSecond: Double?) {
    self.width = width
    self.bytesPerSecond = bytesPerSecond
  }

  /// Seconds until all is done.
  var seconds: Double {
    var (inHand, queue, spread) = (inHand.filter { !$0.isDone }, queue[...], spread)
    let width = max(width, inHand.count)
    var seconds = 0.0
    while true {
      while inHand.count < width, let next = queue.popFirst() {
        if !next.isDone { inHand.append(next) }
      }
      let free = spread.isDone ? 0 : width - inHand.count
      guard !inHand.isEmpty || free > 0 else { return seconds }
      let (paces, spreadPace) = paces(inHand, spread, free)
      // Until the first of them is done.
      var step = free > 0 ? spread.seconds / (spreadPace * Double(free)) : .infinity
      for (load, pace) in zip(inHand, paces) { step = min(step, load.seconds / pace) }
      seconds += step
      for place in inHand.indices {
        inHand[place].advance(min(1, step * paces[place] / inHand[place].seconds))
      }
      if free > 0 { spread.advance(min(1, step * spreadPace * Double(free) / spread.seconds)) }
      inHand = inHand.compactMap { load in
        guard load.isDone else { return load }
        return load.after > 0 ? Load(load.after) : nil
      }
    }
  }

  /// How fast each thread gets on, in 0…1, and each of the free ones that share a load.
  private func paces(_ loads: [Load], _ spread: Load, _ free: Int) -> ([Double], Double) {
    var wants = loads.map(\.want)
    if free > 0 { wants += Array(repeating: spread.want, count: free) }
    var paces = [Double](repeating: 1, count: wants.count)
    if var rest = bytesPerSecond, wants.reduce(0, +) > rest {
      for (served, place) in wants.indices.sorted(by: { wants[$0] < wants[$1] }).enumerated() {
        let given = min(wants[place], rest / Double(wants.count - served))
        if wants[place] > 0 { paces[place] = given / wants[place] }
        rest -= given
      }
    }
    return (Array(paces.prefix(loads.count)), paces.last ?? 1)
  }
}

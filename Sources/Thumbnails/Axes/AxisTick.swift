/// A tick of an axis.
struct AxisTick: Equatable {
  /// The position along the axis, from 0 to 1.
  var position: Double
  /// The label; empty for a shorter line.
  var label: String
}

extension [AxisTick] {
  /// Creates as many ticks as fit, from several passes, each of which fills the gaps of the
  /// previous ones.
  ///
  /// A pass fills a gap completely or not at all, so that its steps stay even; below the lowest
  /// tick it adds ticks as long as there is room.
  init(filling passes: [[AxisTick]], apart distance: Double, above lowest: Double = 0) {
    self = []
    for pass in passes {
      let fresh = pass.filter { tick in
        let isKnown = contains { known in known.label == tick.label }
        return tick.position >= lowest && !isKnown
      }
      let candidates = fresh.fromHighest
      // One gap more than ticks: above the first one, and below the last one.
      let more = (0...count).flatMap { gap in
        Self.ticks(
          filling: candidates,
          between: prefix(gap).last,
          and: dropFirst(gap).first,
          apart: distance
        )
      }
      self = (self + more).fromHighest
    }
  }

  private var fromHighest: [AxisTick] {
    sorted { one, other in one.position > other.position }
  }

  /// Returns the ticks of a pass that fit between two neighbors, from the highest down.
  private static func ticks(
    filling pass: [AxisTick],
    between above: AxisTick?,
    and below: AxisTick?,
    apart distance: Double
  ) -> [AxisTick] {
    let top = above?.position ?? .infinity
    let bottom = below?.position ?? -.infinity
    let inside = pass.filter { tick in tick.position < top && tick.position > bottom }
    let row = ([above] + inside + [below]).compactMap(\.self)

    // The highest comes first, so that each is above the next.
    let fitting = zip(row, row.dropFirst()).prefix { above, below in
      above.position - below.position >= distance
    }
    let fittingCount = fitting.count
    if fittingCount == row.count - 1 { return inside }

    // A row that does not fit as a whole is left out: half of its steps would look like a scale
    // with other steps.
    if below != nil { return [] }

    // Below the lowest tick there is no next one to be evenly apart from.
    if above != nil { return Array(inside.prefix(fittingCount)) }
    // The first tick of all has none above it to be far from.
    return Array(inside.prefix(fittingCount + 1))
  }

  /// Creates the ticks of the first pass, from fine to coarse, whose ticks are far enough apart.
  init(finestOf passes: [[AxisTick]], apart distance: Double, above lowest: Double = 0) {
    let shown = passes.lazy.map { pass in
      pass.filter { tick in tick.position >= lowest }.fromHighest
    }
    let finest = shown.first { ticks in
      zip(ticks, ticks.dropFirst()).allSatisfy { above, below in
        above.position - below.position >= distance
      }
    }
    self = finest ?? []
  }
}

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
        tick.position >= lowest && !contains { $0.label == tick.label }
      }
      .sorted { $0.position > $1.position }
      var more: [AxisTick] = []
      for gap in 0...count {
        let above = prefix(gap).last
        let below = dropFirst(gap).first
        let top = above?.position ?? .infinity
        let bottom = below?.position ?? -.infinity
        let inside = fresh.filter { $0.position < top && $0.position > bottom }
        let row = ([above] + inside + [below]).compactMap(\.self)
        let neighbors = zip(row, row.dropFirst())
        let fitting = neighbors.prefix { $0.position - $1.position >= distance }.count
        // A row that does not fit as a whole is left out: half of its steps would look like a scale
        // with other steps.
        if fitting == row.count - 1 {
          more += inside
          continue
        }
        // Below the lowest tick there is no next one to be evenly apart from.
        guard below == nil else { continue }
        if above == nil {
          // The first tick of all has none above it to be far from.
          more += inside.prefix(fitting + 1)
        } else {
          more += inside.prefix(fitting)
        }
      }
      self = (self + more).sorted { $0.position > $1.position }
    }
  }

  /// Creates the ticks of the first pass, from fine to coarse, whose ticks are far enough apart.
  init(finestOf passes: [[AxisTick]], apart distance: Double, above lowest: Double = 0) {
    let shown = passes.lazy.map { pass in
      pass.filter { $0.position >= lowest }.sorted { $0.position > $1.position }
    }
    let finest = shown.first { ticks in
      zip(ticks, ticks.dropFirst()).allSatisfy { $0.position - $1.position >= distance }
    }
    self = finest ?? []
  }
}

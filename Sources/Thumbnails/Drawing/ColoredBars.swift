import Raster
import Waveform

/// The bars of a waveform in the colors of its sound, in one layer or in several over each other.
struct ColoredBars {
  /// The opacity of the unplayed part.
  // By eye: pale enough to be told from the played part, and still in color.
  private static let unplayedOpacity = 0.25
  // A bar is never lower than a dot; one of the quietest band would hide the others. In points.
  private static let minimumHeight = 4.0
  // The height by which an opaque layer reaches under the next one: a pixel at both ends of a bar,
  // at a scale of 1 too. In points.
  private static let overlap = 2.0

  /// Bars of one color each.
  private struct Layer {
    /// The fraction of its height that each bar has.
    var shares: [Float]
    var colors: [Color]
  }

  /// The opacity of both parts in a layer.
  private struct Opacity {
    var played = 1.0
    var unplayed = ColoredBars.unplayedOpacity
  }

  private let layers: [Layer]
  /// Whether colors blend from bar to bar.
  private let blends: Bool
  private let minimumHeight: Double

  /// Creates the bars of all lanes in the colors of the sound, if requested and measured.
  init?(of plot: Plot) {
    guard plot.renderer.content == .time,
      let coloring = plot.look.coloring,
      let tones = plot.subject.tones,
      let count = plot.levels.lanes.first?.heights.count
    else { return nil }

    // Overlays may last longer than the recording.
    let duration = plot.subject.summary.duration
    let share =
      if duration > 0 {
        max(1, plot.seconds / duration)
      } else {
        1.0
      }
    let bars = tones.bars(count, within: 0...share)
    switch coloring {
    case .pitch(let ramp):
      let colors = Self.filled(bars.map(\.pitch)).map { pitch in
        ramp.color(at: pitch.map(WaveformColoring.position) ?? 0)
      }
      layers = [Layer(shares: Array(repeating: 1, count: count), colors: colors)]
      blends = plot.renderer.blendsColors
    case .bands(let colors):
      layers = Self.layers(bars, in: colors)
      blends = false
    }
    minimumHeight = max(Self.minimumHeight, plot.look.geometry.dotSize ?? 0)
  }

  /// Returns pitches in which each missing one is that of its neighbor.
  private static func filled(_ pitches: [Double?]) -> [Double?] {
    // Those before the first one that is known get its value.
    var last = pitches.first { $0 != nil } ?? nil
    return pitches.map { pitch in
      last = pitch ?? last
      return last
    }
  }

  /// Returns a layer for the strongest band of each bar, then one for the next.
  private static func layers(_ bars: [WaveformTones.Bar], in colors: [Color]) -> [Layer] {
    // In silence the bands keep their order.
    var last = Array(colors.indices)
    // By strength in each bar: with one order for all, a strong band would hide behind a weak one.
    let orders = bars.map { bar in
      if bar.bands.contains(where: { $0 > 0 }) {
        last = colors.indices.sorted { bar.bands[$0] > bar.bands[$1] }
      }
      return last
    }
    return colors.indices.map { rank in
      let shares = zip(bars, orders).map { bar, order in
        // The strongest band is as high as the bar.
        if rank == 0 { return Float(1) }
        let highest = bar.bands[order[0]]
        guard highest > 0 else { return Float(0) }
        return Float(bar.bands[order[rank]] / highest)
      }
      let ranked = orders.map { order in colors[order[rank]] }
      return Layer(shares: shares, colors: ranked)
    }
  }

  /// Returns the marks of a lane; those of greater heights are behind it.
  func marks(
    of scene: WaveformScene,
    showing lane: ThumbnailLevels.Lane,
    scaling: HeightRescaling,
    with renderer: some WaveformRenderer
  ) -> [Mark] {
    var marks: [Mark] = []
    if let behind = lane.behind {
      var back = lane
      back.heights = behind
      marks = self.marks(
        of: scene,
        showing: back,
        scaling: scaling,
        with: renderer,
        // The 0.4 of peaks behind RMS bars of one color, and the same share of the unplayed part.
        opacity: Opacity(played: 0.4, unplayed: 0.1)
      )
    }

    let front = self.marks(
      of: scene,
      showing: lane,
      scaling: scaling,
      with: renderer,
      opacity: Opacity()
    )
    return marks + front
  }

  private func marks(
    of scene: WaveformScene,
    showing lane: ThumbnailLevels.Lane,
    scaling: HeightRescaling,
    with renderer: some WaveformRenderer,
    opacity: Opacity
  ) -> [Mark] {
    func layered(_ opacity: Opacity, lowered: Double = 0) -> [[Mark]] {
      layers.indices.map { index in
        var layer = scene
        show(layers[index], isFirst: index == 0, of: lane, scaling: scaling, in: &layer)
        if lowered > 0 {
          lower(by: lowered, in: &layer, with: renderer)
        }
        paint(layers[index].colors, in: &layer, opacity: opacity, with: renderer)
        return renderer.marks(of: layer)
      }
    }

    func opaque(_ opacity: Opacity) -> [Mark] {
      // Where the side of a bar covers a part of a pixel, layers over each other would cover more of
      // it and mix their colors. They overlap only at their ends, where the ground would shine
      // through. The slopes of a continuous outline would need more overlap than there is: its
      // layers are whole, and it has no sides.
      guard !renderer.blendsColors else { return layered(opacity).flatMap(\.self) }
      return Self.apart(layered(opacity), cores: layered(opacity, lowered: Self.overlap))
    }

    // Translucent layers must not add up, so each is drawn without those over it.
    func translucent(_ opacity: Opacity) -> [Mark] {
      Self.apart(layered(opacity))
    }

    guard layers.count > 1, Self.areNested(lane, in: scene) else {
      return layered(opacity).flatMap(\.self)
    }
    let isOpaque = opacity.played == 1 && hasOpaqueColors

    // Without a playhead, everything has the opacity of the played part.
    if isOpaque, scene.playhead == nil { return opaque(opacity) }

    // The unplayed part is translucent in any case, and is drawn apart from the played one.
    let unplayed = translucent(Opacity(played: 0, unplayed: opacity.unplayed))
    let onlyPlayed = Opacity(played: opacity.played, unplayed: 0)
    let played = isOpaque ? opaque(onlyPlayed) : translucent(onlyPlayed)
    return played + unplayed
  }

  private var hasOpaqueColors: Bool {
    layers.allSatisfy { layer in
      layer.colors.allSatisfy { $0.alpha == 255 }
    }
  }

  /// Whether each layer lies within the one behind it.
  // Not those of samples, which are curves, and of bars that do not cross the middle, which layers come
  // closer to: by the non-zero rule, to leave a layer out of one that it is not within would add it.
  private static func areNested(_ lane: ThumbnailLevels.Lane, in scene: WaveformScene) -> Bool {
    if scene.areSamples { return false }
    guard let lows = lane.lows else { return true }
    return zip(lows, lane.heights).allSatisfy { low, high in low <= 0 && high >= 0 }
  }

  /// Lowers all heights by a distance in points.
  private func lower(
    by distance: Double,
    in scene: inout WaveformScene,
    with renderer: some WaveformRenderer
  ) {
    let reach: Double
    switch renderer.timeAxis {
    case .across:
      reach = scene.frame.height
    case .around(let innerRadius):
      // Lanes divide the ring.
      let diameter = min(scene.frame.width, scene.frame.height)
      reach = diameter * (1 - innerRadius) / Double(2 * max(1, scene.lane.count))
    }
    let share = Float(distance * scene.scale / max(reach, 1))
    scene.heights = scene.heights.map { max($0 - share, 0) }
    scene.lows = scene.lows.map { lows in
      lows.map { min($0 + share, 0) }
    }

    // Dots and rays are raised to the height of a dot, and would end where the bar over them ends.
    guard renderer.signedForm != .bars else { return }
    leaveOutBars(of: &scene, upTo: minimumHeight, of: reach)
  }

  /// Sets the heights of a layer.
  private func show(
    _ layer: Layer,
    isFirst: Bool,
    of lane: ThumbnailLevels.Lane,
    scaling: HeightRescaling,
    in scene: inout WaveformScene
  ) {
    guard !isFirst else {
      scene.heights = lane.heights
      return
    }
    scene.heights = scaling.heights(lane.heights, shares: layer.shares)
    scene.lows = lane.lows.map { lows in
      scaling.heights(lows.map(-), shares: layer.shares).map(-)
    }
    leaveOutBars(of: &scene, upTo: minimumHeight, of: scene.frame.height)
  }

  /// Makes gaps of bars up to a height in points, where the highest have `reach` pixels.
  private func leaveOutBars(of scene: inout WaveformScene, upTo height: Double, of reach: Double) {
    let minimum = Float(height * scene.scale / max(reach, 1))
    scene.gaps = scene.heights.indices.map { bar in
      // With lowest values, heights are upper ends, in -1…1.
      let half = scene.lows.map { lows in (scene.heights[bar] - lows[bar]) / 2 }
      let height = half ?? scene.heights[bar]
      return !scene.exists(bar) || height <= minimum
    }
  }

  /// Sets the paints of a layer: gradients whose colors change between two bars.
  private func paint(
    _ colors: [Color],
    in scene: inout WaveformScene,
    opacity: Opacity,
    with renderer: some WaveformRenderer
  ) {
    let gradient = gradient(colors, of: scene, with: renderer)
    scene.colors.playedPaint = .color(.clear)
    scene.colors.playedGradient = gradient.faded(to: opacity.played)
    scene.tints.played = colors.map { $0.faded(to: opacity.played) }
    let isGiven = scene.colors.unplayed != WaveformColors().unplayed
    if isGiven {
      // A color that was asked for replaces those of the sound.
      if opacity.unplayed == 0 {
        scene.colors.unplayed = .clear
      }
      scene.tints.unplayed = Array(repeating: scene.colors.unplayed, count: colors.count)
    } else {
      scene.colors.unplayedGradient = gradient.faded(to: opacity.unplayed)
      scene.tints.unplayed = colors.map { $0.faded(to: opacity.unplayed) }
    }
  }

  private func gradient(
    _ colors: [Color],
    of scene: WaveformScene,
    with renderer: some WaveformRenderer
  ) -> Gradient {
    if blends, colors.count > 1 { return Gradient(colors: colors) }
    var stops: [Gradient.Stop] = []
    var right = 0.0

    // Two stops at one offset, in the middle of the gap between two bars, so that each bar has one color.
    for (index, color) in colors.enumerated() {
      let column = renderer.column(index, of: scene)
      let left = (column.left - scene.frame.x) / max(scene.frame.width, 1)
      if let last = stops.last?.color, last != color {
        let border = (left + right) / 2
        stops.append(Gradient.Stop(offset: border, color: last))
        stops.append(Gradient.Stop(offset: border, color: color))
      } else if stops.isEmpty {
        stops.append(Gradient.Stop(offset: 0, color: color))
      }
      right = left + column.width / max(scene.frame.width, 1)
    }

    if let last = stops.last?.color {
      stops.append(Gradient.Stop(offset: 1, color: last))
    }
    return Gradient(stops: stops)
  }

  /// Returns the marks of layers, each without the area of the core of the next one, which lies
  /// within it; by default all of the next one.
  private static func apart(_ layers: [[Mark]], cores: [[Mark]]? = nil) -> [Mark] {
    layers.indices.flatMap { index -> [Mark] in
      let own = layers[index]
      guard index + 1 < layers.count else { return own }
      let over = (cores ?? layers)[index + 1]
      // Rays around a circle have a mark each.
      if own.count == over.count {
        return zip(own, over).map { mark, core in mark.without([core]) }
      }
      guard let first = own.first else { return [] }
      // A curve with gaps has several marks, each of which may have any of the cores within it.
      return [first.joined(with: own.dropFirst()).without(over)]
    }
  }
}

extension Mark {
  private var outline: Outline? {
    guard case .shape(let shape, _) = self else { return nil }
    return shape.outline
  }

  /// Returns a mark without the area of others that lie within it.
  fileprivate func without(_ others: [Mark]) -> Mark {
    guard case .shape(_, let fills) = self, var outline else { return self }
    for other in others {
      if let inner = other.outline {
        outline.subtract(inner)
      }
    }
    return .shape(.outline(outline), fills)
  }

  /// Returns a mark with the area of others in the same paint.
  fileprivate func joined(with others: ArraySlice<Mark>) -> Mark {
    guard case .shape(_, let fills) = self, var outline else { return self }
    for other in others {
      if let more = other.outline {
        outline.add(more)
      }
    }
    return .shape(.outline(outline), fills)
  }
}

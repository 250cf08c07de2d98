import Outputs
import Thumbnails
import Waveform
import WavethumbSystem

/// Converts read options to checked ones.
extension OptionDraft {
  /// Returns the options of a scan as they were typed.
  func scan(_ library: [UInt8]) throws(UsageError) -> ScanOptions {
    var options = try remembering(library)
    try refuseForPart()
    try options.checkList()
    let isChoiceOfAll = OptionTable.rows(of: .scan).contains { row in
      row.memory == .together && named.contains(row.name)
    }
    options.repeatsLast = !isChoiceOfAll
    // Expectations name what they forbid; other findings are news only to those who asked for them.
    if !expectations.isEmpty {
      options.reportsFindings = recordings.pictures.analyzes
    }
    return options
  }

  /// Returns the options of a scan, whether they were typed or are those of the last scan.
  func remembering(_ library: [UInt8]) throws(UsageError) -> ScanOptions {
    var options = scan
    options.library = library
    options.named = named
    options.choices = OptionTable.inOrder(choices)
    options.recordings = recordings
    if recordings.pictures.levels != nil {
      // In writing order, as `--data json` itself gives: parts and verify read the settings back, and
      // believe only those that a scan writes.
      options.recordings.dataFormats = OutputFormat.inOrder(recordings.dataFormats + [.json])
    }
    options.expectations = expectations
    // Both are made of an analysis, which need not be asked for as well.
    if !expectations.isEmpty || recordings.writesEvents {
      options.recordings.pictures.data.sound = true
    }
    try options.checkData()
    options.cache = cache
    options.verbosity = verbosity
    let page = try checkedPage()
    // Of the whole: a part only remembers that there is a page.
    options.page = shard == nil ? page : nil
    options.shard = shard
    try options.recordings.pictures.check(options.recordings.formats)
    try options.pictures.check()
    return options
  }

  /// The options of the page, nil if none is written.
  // Alone, an option of the page would be without effect and without a word.
  func checkedPage() throws(UsageError) -> PageOptions? {
    if writesPage { return page }
    if page.media != nil { throw .combination(.needsOther("media-url", "page")) }
    if page.title != nil { throw .combination(.needsOther("page-title", "page")) }
    return nil
  }

  func render(_ input: [UInt8]) throws(UsageError) -> RenderOptions {
    var options = try renderToDestination(input)
    if [.spectrogram, .labels, .chapters].contains(options.format) {
      options.recordings.dataFormats = [options.format]
    }
    let pictures = options.pictures
    try pictures.check([options.format])
    // No given option is ignored silently.
    for option in OutputOption.allCases where options.isGiven(option) {
      if options.format.options.contains(option) { continue }
      throw .exclusive(option.rawValue, "format \(options.format.rawValue)")
    }
    let styleWithoutOverlay = pictures.styles.first { style in !style.content.takesOverlay }
    if !pictures.overlays.isEmpty, let styleWithoutOverlay {
      throw .exclusive("overlay", "style \(styleWithoutOverlay)")
    }
    return options
  }

  private func renderToDestination(_ input: [UInt8]) throws(UsageError) -> RenderOptions {
    var options = render
    let isStandardInput = input == OptionText("-").bytes
    options.input = isStandardInput ? .standardInput : .file(input)
    options.recordings = recordings
    options.cache = cache
    options.verbosity = verbosity
    try recordings.pictures.check()

    guard let output = renderOutput else {
      guard !isStandardInput else { throw .combination(.standardInputNeedsName) }
      options.format = renderFormat ?? .png
      return options
    }
    guard options.pictures.styles.count == 1, options.pictures.scales.count == 1 else {
      throw .combination(.severalPicturesForOneName)
    }
    if output == OptionText("-").bytes {
      // A stream has no extension that selects a format.
      options.format = renderFormat ?? .png
      options.output = .standardOutput
      return options
    }
    guard output != input else { throw .combination(.outputIsInput(output)) }
    let name = RawPath(bytes: output).name
    guard let format = renderFormat ?? OutputFormat.named(name.bytes) else {
      throw .combination(.unknownEnding(output))
    }
    options.format = format
    options.output = .file(output)
    return options
  }

  /// Returns the options of a thumbnail: those of `render` without anything from the user's
  /// folders.
  func thumbnail(of input: [UInt8], at output: [UInt8]) throws(UsageError) -> RenderOptions {
    guard output != input else { throw .combination(.outputIsInput(output)) }
    var options = RenderOptions(input: .file(input))
    options.output = .preparedFile(output)
    // File managers call it in sandboxes and for files of strangers: it leaves nothing behind, and keeps
    // them waiting for about a second.
    options.cache.isUsed = false
    options.recordings.decoding.maximumSamples = RenderOptions.samplesOfThumbnail
    options.recordings.decoding.ffmpeg = recordings.decoding.ffmpeg
    // Twice as wide as high: a waveform in a square would be mostly empty.
    options.recordings.pictures.look.size = ThumbnailSize(
      width: thumbnailSide,
      height: thumbnailSide / 2
    )
    return options
  }

  func cacheOptions() throws(UsageError) -> CacheOptions {
    if cachePrune != nil, clearsCache { throw .exclusive("prune", "clear") }
    var options = CacheOptions()
    options.location = cache
    options.verbosity = verbosity
    if let cachePrune {
      options.action = .prune(toBytes: cachePrune)
    }
    if clearsCache {
      options.action = .clear
    }
    return options
  }

  func verify(_ output: [UInt8]) -> VerifyOptions {
    var options = verify
    options.output = output
    options.scan = scan
    options.scan.output = output
    options.scan.recordings = recordings
    options.scan.cache = cache
    options.scan.named = named.subtracting(SettingsReader.granted)
    options.scan.choices = choices
    options.scan.verbosity = verbosity
    return options
  }

  func list(_ output: [UInt8]) throws(UsageError) -> ListOptions {
    var options = list
    options.output = output
    options.expectations = expectations
    try options.check()
    return options
  }
}

extension RenderOptions {
  fileprivate func isGiven(_ option: OutputOption) -> Bool {
    switch option {
    case .overlay: !pictures.overlays.isEmpty
    case .animate: pictures.animation != nil
    case .levels: pictures.levels != nil
    case .zoom, .bits, .points, .spectrum: pictures.data.asks(option)
    }
  }
}

extension ScanOptions {
  /// Throws if what applies to all recordings is asked for of a list.
  fileprivate func checkList() throws(UsageError) {
    guard filesFrom != nil else {
      if listEndsWithNul { throw .combination(.needsOther("null", "files-from")) }
      return
    }
    if prune != .nothing { throw .exclusive("files-from", "prune") }
    if shard != nil { throw .exclusive("files-from", "shard") }
    if onlyChecks { throw .exclusive("files-from", "check") }
  }

  /// Checks that options of data files have a format that uses them.
  fileprivate func checkData() throws(UsageError) {
    for option in OutputOption.allCases where pictures.data.asks(option) {
      let isUsed = recordings.formats.contains { format in format.options.contains(option) }
      if isUsed { continue }
      let formats = OutputFormat.allCases.filter { format in format.options.contains(option) }
      let names = formats.map(\.rawValue).joined(separator: " or ")
      throw .combination(.needsOther(option.rawValue, "data \(names)"))
    }
    // Two spellings of one number.
    if pictures.data.zoom != nil, pictures.data.pixelsPerSecond != nil {
      throw .exclusive("zoom", "pixels-per-second")
    }
  }
}

extension PictureOptions {
  func check() throws(UsageError) {
    try checkMovement()
    try checkSizes()
    // Loudness is measured of all channels together.
    if look.lanes.areSplit, look.scaling.measure == .loudness {
      throw .exclusive("measure loudness", "channels split")
    }
    // A picture of one moment does not show time.
    let showsTime = styles.contains { style in style.content.runsInTime }
    if markers != .none, !showsTime {
      throw .exclusive("markers", "style \(styles[0])")
    }
  }
}

extension PictureOptions {
  private func checkMovement() throws(UsageError) {
    let leavesPlayhead = look.movement?.leavesPlayhead ?? false
    // An animation goes through all moments, and moves the playhead unless the movement leaves it.
    if animation != nil {
      if at != nil { throw .exclusive("at", "animate") }
      if playhead != nil, !leavesPlayhead { throw .exclusive("playhead", "animate") }
      return
    }
    guard look.movement != nil else { return }
    if at == nil, playhead == nil { throw .combination(.movementNeedsMoment) }
    if at != nil, playhead != nil, !leavesPlayhead { throw .exclusive("playhead", "at") }
  }

  /// Rejects pictures that cannot be drawn, or would take minutes per recording.
  private func checkSizes() throws(UsageError) {
    var look = look
    look.axes = axes
    for style in styles {
      let size = look.size ?? style.defaultSize
      let whole = look.wholeSize(in: style)
      for scale in scales {
        try check(size, whole: whole, scale: scale)
        if let animation {
          try check(animation, size: whole, scale: scale)
        }
      }
    }
  }

  private func check(_ size: ThumbnailSize, whole: ThumbnailSize, scale: Int) throws(UsageError) {
    do {
      try ThumbnailDrawing.check(size, scale: scale)
      try ThumbnailDrawing.checkPixels(of: whole, scale: scale)
    } catch {
      guard case .tooManyPixels(let width, let height, let maximum) = error else { return }
      throw .combination(.pictureTooLarge(width: width, height: height, maximum: maximum))
    }
  }

  private func check(
    _ animation: AnimationTiming,
    size: ThumbnailSize,
    scale: Int
  ) throws(UsageError) {
    let width = size.width * scale
    let height = size.height * scale
    let frames = animation.frameCount
    let maximum = AnimationTiming.maximumPixels
    if width * height * frames <= maximum { return }
    throw .combination(
      .animationTooLarge(width: width, height: height, frames: frames, maximum: maximum)
    )
  }
}

extension WaveformMovement {
  /// Whether the playhead still determines the played part.
  fileprivate var leavesPlayhead: Bool {
    switch self {
    case .reactive: true
    case .progress, .combined, .idle: false
    }
  }
}

import Outputs
import System
import Thumbnails

/// From what was read to what fits together.
extension OptionDraft {
  func pictures() throws(UsageError) -> PictureOptions {
    var pictures = PictureOptions()
    if !styles.isEmpty { pictures.styles = WaveformStyle.allCases.filter(styles.contains) }
    if !scales.isEmpty { pictures.scales = Array(Set(scales)).sorted() }
    pictures.playhead = playhead
    pictures.at = at
    pictures.animation = animation
    pictures.range = range
    pictures.overlayColor = overlayColor
    pictures.levels = levels
    pictures.markers = markers
    pictures.look = look
    for style in pictures.styles {
      for scale in pictures.scales { try check(look.size ?? style.defaultSize, scale: scale) }
    }
    try checkMovement(pictures)
    return pictures
  }

  private func check(_ size: ThumbnailSize, scale: Int) throws(UsageError) {
    do {
      try ThumbnailDrawing.check(size, scale: scale)
    } catch {
      guard case .tooManyPixels(let width, let height, let most) = error else { return }
      throw .pictureTooLarge(width: width, height: height, most: most)
    }
  }

  func scan(_ operands: [[UInt8]]) throws(UsageError) -> ScanOptions {
    var options = ScanOptions(library: try operand(of: .scan, operands))
    options.pictures = try pictures()
    options.formats.formUnion(data)
    if levels != nil { options.formats.insert(.json) }
    options.page = try page(&options.pictures)
    options.output = output
    options.manifest = manifest
    options.cache = cache
    options.excludes = excludes
    options.followsLinks = followsLinks
    options.ignoresInode = ignoresInode
    options.decoding = decoding
    options.isStrict = isStrict
    options.redoesAll = redoesAll
    options.isDryRun = isDryRun
    options.prune = prune
    options.onlyChecks = onlyChecks
    options.writesEvents = writesEvents
    options.verbosity = verbosity
    return options
  }

  /// The page, for which a picture that it can show is drawn where none was asked for.
  private func page(_ pictures: inout PictureOptions) throws(UsageError) -> PageOptions? {
    guard writesPage else {
      if mediaPrefix != nil { throw .needsOther("media-url", "page") }
      return nil
    }
    if animation != nil { throw .exclusive("page", "animate") }
    if pictures.pageStyle == nil {
      pictures.styles = WaveformStyle.allCases.filter {
        pictures.styles.contains($0) || $0 == .mirroredBars
      }
    }
    return PageOptions(media: mediaPrefix)
  }

  func render(_ operands: [[UInt8]]) throws(UsageError) -> RenderOptions {
    let options = try placed(operands)
    // Nothing that was asked for is passed over in silence.
    for option in OutputOption.allCases
    where isGiven(option) && !options.format.options.contains(option) {
      throw .exclusive(option.rawValue, "format \(options.format.rawValue)")
    }
    if overlay != nil, let style = options.pictures.styles.first(where: \.leavesOverlayOut) {
      throw .exclusive("overlay", "style \(style)")
    }
    if previews {
      if animation != nil { throw .exclusive("preview", "animate") }
      // Whoever reads a stream takes one picture for all there is.
      if options.output == .standardOutput { throw .exclusive("preview", "output -") }
    }
    return options
  }

  private func isGiven(_ option: OutputOption) -> Bool {
    switch option {
    case .overlay: overlay != nil
    case .animate: animation != nil
    case .preview: previews
    case .levels: levels != nil
    }
  }

  private func placed(_ operands: [[UInt8]]) throws(UsageError) -> RenderOptions {
    let input = try operand(of: .render, operands)
    let isStandardInput = input == OptionText("-").bytes
    var options = RenderOptions(input: isStandardInput ? .standardInput : .file(input))
    options.pictures = try pictures()
    options.cache = cache
    options.decoding = decoding
    options.verbosity = verbosity
    options.format = format ?? .png
    options.overlay = overlay
    options.previews = previews
    guard let output else {
      guard !isStandardInput else { throw .standardInputNeedsName }
      return options
    }
    guard options.pictures.styles.count == 1, options.pictures.scales.count == 1 else {
      throw .severalPicturesForOneName
    }
    if output == OptionText("-").bytes {
      options.output = .standardOutput
      return options
    }
    guard output != input else { throw .outputIsInput(output) }
    let name = RawPath(bytes: output).name
    guard let format = format ?? OutputFormat.named(name.bytes) else {
      throw .unknownEnding(output)
    }
    options.format = format
    options.output = .file(output)
    return options
  }

  func cache(_ operands: [[UInt8]]) throws(UsageError) -> CacheOptions {
    if let surplus = operands.first {
      throw .surplusOperand(surplus, command: .cache, meant: nil)
    }
    if cachePrune != nil, clearsCache { throw .exclusive("prune", "clear") }
    var options = CacheOptions()
    options.location = cache
    options.verbosity = verbosity
    if let cachePrune { options.action = .prune(toBytes: cachePrune) }
    if clearsCache { options.action = .clear }
    return options
  }

  private func operand(of command: CommandName, _ operands: [[UInt8]]) throws(UsageError) -> [UInt8]
  {
    guard let first = operands.first, !first.isEmpty else { throw .missingOperand(command) }
    if operands.count > 1 {
      let isPrune = command == .scan && prune == .vanished
      let unlisted = isPrune && operands.contains(OptionText("unlisted").bytes)
      throw .surplusOperand(
        operands[1], command: command, meant: unlisted ? "--prune=unlisted" : nil)
    }
    return first
  }
}

extension WaveformStyle {
  fileprivate var leavesOverlayOut: Bool { !content.takesOverlay }
}

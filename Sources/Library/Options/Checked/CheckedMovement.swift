import Thumbnails

/// Checks that the options of movement fit together.
extension PictureOptions {
  func checkMovement() throws(UsageError) {
    if animation != nil {
      if at != nil { throw .exclusive("at", "animate") }
      if playhead != nil, look.movement?.leavesPlayhead != true {
        throw .exclusive("playhead", "animate")
      }
    } else if let movement = look.movement {
      if at == nil, playhead == nil { throw .combination(.movementNeedsMoment) }
      if at != nil, playhead != nil, !movement.leavesPlayhead {
        throw .exclusive("playhead", "at")
      }
    }
  }

  /// Refuses pictures that cannot be drawn, and what would take minutes for a recording.
  func checkSizes() throws(UsageError) {
    var look = look
    look.axes = axes
    for style in styles {
      let size = look.size ?? style.defaultSize
      let whole = look.wholeSize(in: style)
      for scale in scales {
        try check(size, whole: whole, scale: scale)
        if let animation { try check(animation, whole, scale: scale) }
      }
    }
  }

  private func check(
    _ size: ThumbnailSize, whole: ThumbnailSize, scale: Int
  ) throws(UsageError) {
    do {
      try ThumbnailDrawing.check(size, scale: scale)
      try ThumbnailDrawing.checkPixels(of: whole, scale: scale)
    } catch {
      guard case .tooManyPixels(let width, let height, let most) = error else { return }
      throw .combination(.pictureTooLarge(width: width, height: height, most: most))
    }
  }

  private func check(
    _ animation: AnimationTiming, _ size: ThumbnailSize, scale: Int
  ) throws(UsageError) {
    let (width, height) = (size.width * scale, size.height * scale)
    guard width * height * animation.frameCount <= AnimationTiming.mostPixels else {
      throw .combination(
        .animationTooLarge(
          width: width, height: height, frames: animation.frameCount,
          most: AnimationTiming.mostPixels))
    }
  }
}

extension WaveformMovement {
  /// Whether played and unplayed stay as the playhead has them.
  fileprivate var leavesPlayhead: Bool {
    switch self {
    case .reactive: true
    case .progress, .combined, .idle: false
    }
  }
}

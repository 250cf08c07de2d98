import Thumbnails

/// Whether what is said of movement fits together.
extension OptionDraft {
  func checkMovement(_ pictures: PictureOptions) throws(UsageError) {
    if let animation {
      if at != nil { throw .exclusive("at", "animate") }
      if playhead != nil, look.movement?.leavesPlayhead != true {
        throw .exclusive("playhead", "animate")
      }
      try check(animation, pictures)
    } else if let movement = look.movement {
      if at == nil, playhead == nil { throw .movementNeedsMoment }
      if at != nil, playhead != nil, !movement.leavesPlayhead {
        throw .exclusive("playhead", "at")
      }
    }
  }

  /// Refuses what would take minutes for a recording.
  private func check(
    _ animation: AnimationTiming, _ pictures: PictureOptions
  ) throws(UsageError) {
    for style in pictures.styles {
      let size = look.size ?? style.defaultSize
      for scale in pictures.scales {
        let (width, height) = (size.width * scale, size.height * scale)
        guard width * height * animation.frameCount <= AnimationTiming.mostPixels else {
          throw .animationTooLarge(
            width: width, height: height, frames: animation.frameCount,
            most: AnimationTiming.mostPixels)
        }
      }
    }
  }
}

extension WaveformMovement {
  /// Whether played and unplayed stay as the playhead has them.
  fileprivate var leavesPlayhead: Bool {
    if case .reactive = self { true } else { false }
  }
}

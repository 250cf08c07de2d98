import Bytes
import Thumbnails

/// What the settings of a run say of movement; nothing where nothing moves.
struct MovementSettings {
  private let pictures: PictureOptions

  init(_ pictures: PictureOptions) {
    self.pictures = pictures
  }

  func write(_ json: inout JSONWriter) {
    switch pictures.look.movement {
    case .progress: json.member("movement", "progress")
    case .idle: json.member("movement", "idle")
    case .reactive(let boost): write("reactive", boost, &json)
    case .combined(let boost): write("combined", boost, &json)
    case nil: break
    }
    switch pictures.at {
    case .fraction(let fraction): json.member("at", fraction, decimals: 9)
    case .seconds(let seconds): json.member("atSeconds", seconds, decimals: 9)
    case nil: break
    }
    if let animation = pictures.animation {
      json.member("animationSeconds", animation.seconds, decimals: 6)
      json.member("framesPerSecond", animation.framesPerSecond)
    }
  }

  private func write(_ movement: String, _ boost: Double, _ json: inout JSONWriter) {
    json.member("movement", movement)
    json.member("boost", boost, decimals: 6)
  }
}

import Bytes
import Raster
import Thumbnails

/// What the settings of a run say of markers; nothing where none are asked for.
struct MarkerSettings {
  private let pictures: PictureOptions

  init(_ pictures: PictureOptions) {
    self.pictures = pictures
  }

  func write(_ json: inout JSONWriter) {
    guard pictures.markers != .none else { return }
    json.member("markers", "auto")
    let colors = pictures.look.markerColors
    guard !colors.isEmpty else { return }
    json.name("markerColors")
    json.array(colors) { json, color in json.value(color.hexText) }
  }
}

import Decoding
import Thumbnails

extension PictureOptions {
  /// Of how many columns a spectrogram is measured, where one is drawn: a whole number of them for
  /// each pixel of every scale, or as many as the widest picture has pixels.
  package var spectrogramColumns: Int? {
    guard styles.contains(.spectrogram) else { return nil }
    let width = (look.size ?? WaveformStyle.spectrogram.defaultSize).width
    let common = scales.contains(3) && scales.contains(2) ? 6 : scales.max() ?? 1
    let columns = width * common
    let most = DecodeRequest.mostColumns
    return columns <= most ? columns : min(width * (scales.max() ?? 1), most)
  }
}

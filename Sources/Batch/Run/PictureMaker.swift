import Codecs
import Raster
import Thumbnails
import Waveform

/// Draws a recording in every style and scale of a run.
struct PictureMaker: Sendable {
  /// One file to be written, and what the manifest says of it.
  struct Made {
    var bytes: [UInt8]
    var thumbnail: ManifestEntry.Thumbnail
  }

  let options: PictureOptions

  /// How many pictures each recording gets.
  var count: Int { options.styles.count * options.scales.count }

  /// Where the pictures of a recording go, in the order in which they are made.
  func names(of recording: RawPath) -> [RawPath] {
    var names: [RawPath] = []
    for style in options.styles {
      for scale in options.scales {
        names.append(PictureName.picture(of: recording, style: style.rawValue, scale: scale))
      }
    }
    return names
  }

  /// Makes the pictures one by one, so that only one is held at a time.
  func forEachPicture<Failure: Error>(
    of recording: DecodedRecording, at path: RawPath,
    _ body: (Made) throws(Failure) -> Void
  ) throws {
    var look = options.look(forSeconds: recording.measurement.mix.duration)
    look.markers = recording.markers
    for style in options.styles {
      for scale in options.scales {
        let picture = try ThumbnailDrawing.draw(
          recording.measurement, style: style, look: look, scale: scale)
        try body(try encode(picture, style, scale, recording, path))
      }
    }
  }

  private func encode(
    _ picture: ThumbnailPicture, _ style: WaveformStyle, _ scale: Int,
    _ recording: DecodedRecording, _ path: RawPath
  ) throws -> Made {
    let title = recording.facts.tags.title ?? SpokenPicture.stem(of: path)
    let canvas = picture.canvas
    // Pixels are whole words without padding, so that their bytes are all there.
    let bytes = try unsafe PNGEncoder.encode(
      premultiplied: canvas.pixels.span.bytes, width: canvas.width, height: canvas.height,
      pixelsPerPoint: scale, text: [("Title", title), ("Software", Generator.name)])
    let thumbnail = ManifestEntry.Thumbnail(
      style: style.rawValue, scale: scale,
      path: PictureName.picture(of: path, style: style.rawValue, scale: scale),
      width: canvas.width, height: canvas.height, gamma: picture.gamma,
      bytes: bytes.count, digest: ContentDigest(of: bytes))
    return Made(bytes: bytes, thumbnail: thumbnail)
  }
}

import Bytes
import Codecs
import Decoding
import System
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
  /// Drawn over every picture.
  var overlay: WaveformMeasurement?
  /// How much of the recording has been decoded, where that is not all.
  var loaded: Double?

  /// How many pictures each recording gets.
  var count: Int { options.styles.count * options.scales.count }

  /// Where the pictures of a recording go, in the order in which they are made.
  func names(of recording: RawPath) -> [RawPath] {
    var names: [RawPath] = []
    for style in options.styles {
      for scale in options.scales {
        names.append(name(of: recording, style, scale))
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
    look.overlay = overlay.map { ThumbnailOverlay($0, color: options.overlayColor) }
    look.loaded = loaded
    look.markers = recording.markers(from: options.range?.start ?? 0)
    for style in options.styles {
      for scale in options.scales {
        try body(try made(style, scale, look, recording, at: path))
      }
    }
  }

  private func made(
    _ style: WaveformStyle, _ scale: Int, _ look: ThumbnailLook, _ recording: DecodedRecording,
    at path: RawPath
  ) throws -> Made {
    let title = recording.facts.tags.title ?? SpokenPicture.stem(of: path)
    // Our mark first: however long a title is, the first bytes of the file tell who made it.
    let encoder = PictureEncoding(
      scale: scale, text: [("Software", Generator.name), ("Title", title)])
    let encoded: PictureEncoding.Encoded
    if let timing = options.animation {
      let animation = ThumbnailAnimation(
        recording.measurement, style: style, look: look, scale: scale, timing: timing)
      encoded = try encoder.encode(animation, timing)
    } else {
      encoded = try encoder.encode(
        ThumbnailDrawing.draw(recording.measurement, style: style, look: look, scale: scale))
    }
    let thumbnail = ManifestEntry.Thumbnail(
      style: style.rawValue, scale: scale, path: name(of: path, style, scale),
      width: encoded.width, height: encoded.height, gamma: encoded.gamma,
      animation: options.animation, bytes: encoded.bytes.count,
      digest: ContentDigest(of: encoded.bytes))
    return Made(bytes: encoded.bytes, thumbnail: thumbnail)
  }

  private func name(of recording: RawPath, _ style: WaveformStyle, _ scale: Int) -> RawPath {
    PictureName.picture(
      of: recording, style: style.rawValue, scale: scale, isAnimated: options.animation != nil)
  }
}

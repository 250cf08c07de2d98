import Codecs
public import Decoding
import Outputs
public import Thumbnails
import Waveform

extension Waveform {
  /// Returns a PNG in a style: of its default size unless `size` is given, and of `scale` pixels
  /// per point.
  public func png(
    style: WaveformStyle = .mirroredBars,
    size: ThumbnailSize? = nil,
    scale: Int = 1,
    colors: WaveformColors = WaveformColors()
  ) throws(WaveformError) -> [UInt8] {
    try png(style: style, look: Self.look(of: size, colors: colors), scale: scale)
  }

  /// Returns a PNG in a style and a look, which has every parameter of a picture.
  public func png(
    style: WaveformStyle = .mirroredBars,
    look: ThumbnailLook,
    scale: Int = 1
  ) throws(WaveformError) -> [UInt8] {
    let picture = try drawn(style, look: look, scale: scale)
    let source = OutputSource(facts: facts, measurement: measurement, stem: title ?? "", look: look)
    // The same mark as the pictures of the command, which a scan may thus replace.
    do {
      return try source.png(of: picture.drawing, scale: scale, text: [("Software", Generator.name)])
    } catch {
      throw WaveformError(
        picture: "libpng could not write it, \(error)",
        cure: "Use a smaller size or scale"
      )
    }
  }

  /// Returns an SVG in a style, as text in UTF-8 with a title that screen readers read.
  public func svg(
    style: WaveformStyle = .mirroredBars,
    size: ThumbnailSize? = nil,
    colors: WaveformColors = WaveformColors()
  ) throws(WaveformError) -> String {
    try svg(style: style, look: Self.look(of: size, colors: colors))
  }

  /// Returns an SVG in a style and a look, which has every parameter of a picture.
  public func svg(
    style: WaveformStyle = .mirroredBars,
    look: ThumbnailLook
  ) throws(WaveformError) -> String {
    // A vector has no scale: it is drawn in points.
    let picture = try drawn(style, look: look, scale: 1)
    let spoken = title ?? style.subject
    guard let text = SVGText(picture.drawing, title: spoken, generator: Generator.name) else {
      throw WaveformError(
        picture: "\(style) consists of pixels, which SVG does not show",
        cure: "Use png"
      )
    }
    return String(decoding: text.bytes, as: UTF8.self)
  }

  private func drawn(
    _ style: WaveformStyle,
    look: ThumbnailLook,
    scale: Int
  ) throws(WaveformError) -> ThumbnailPicture {
    // A spectrogram needs what is not measured by default, and would be empty without it.
    if case .spectrogram = style.content, measurement.spectrogram == nil {
      throw WaveformError(
        picture: "the spectrogram was not measured",
        cure: "Set spectrogramColumns in the options of reading"
      )
    }
    do throws(ThumbnailError) {
      return try ThumbnailDrawing.draw(measurement, style: style, look: look, scale: scale)
    } catch {
      throw WaveformError(error)
    }
  }

  private static func look(of size: ThumbnailSize?, colors: WaveformColors) -> ThumbnailLook {
    var look = ThumbnailLook()
    look.size = size
    look.colors = colors
    return look
  }

  private var facts: AudioFacts {
    AudioFacts(
      formatName: format ?? "",
      sampleRate: sampleRate,
      channels: channels,
      declaredFrames: nil
    )
  }
}

extension Waveform {
  /// How a recording is read.
  public struct Options: Sendable, Hashable {
    /// Whether loudness and faults are measured as well, which takes about a third longer.
    public var analyzesSound = true
    /// Whether each channel gets levels of its own.
    public var splitsChannels = false
    /// Whether frequencies over time are measured, which `ThumbnailLook.coloring` needs.
    public var measuresTones = false
    /// The columns of the spectrogram, which `WaveformStyle.spectrogram` needs; nil for none.
    public var spectrogramColumns: Int?
    /// The strictness of the sandbox in which recordings are decoded.
    public var isolation = Isolation.auto
    /// Whether the ffmpeg on `PATH`, in a sandbox of its own, reads what the libraries cannot, such
    /// as m4a.
    public var usesFFmpeg = false
    /// The stretch to measure; nil for the whole recording.
    public var range: TimeRange?

    /// Creates the default options.
    public init() {}

    // Levels are measured always, and no measure asks for more than one decode of the recording.
    var request: DecodeRequest {
      var request = DecodeRequest(split: splitsChannels)
      if analyzesSound {
        request.measures[SoundMeasure.self] = SoundMeasure()
      }
      if measuresTones {
        request.measures[TonesMeasure.self] = TonesMeasure()
      }
      if let asked = spectrogramColumns {
        // Clamped and not refused: the number may come from the width of a window.
        request.measures[SpectrogramMeasure.self] = SpectrogramMeasure(columns: max(1, asked))
      }
      request.range = range
      return request
    }
  }
}

import Codecs
import Raster
import Thumbnails

extension OutputFormat {
  /// The format for pixel pictures.
  public static let png = OutputFormat(
    "png",
    kind: .picture,
    fileExtension: ".png",
    isText: false,
    options: [.overlay, .animate]
  )
}

/// A picture in one style and at one scale.
struct PNGOutput: PictureOutput {
  static let format = OutputFormat.png

  let style: WaveformStyle
  let scale: Int
  var showsCover = false

  static func asked(by request: OutputRequest) -> [PNGOutput] {
    guard request.formats.contains(format), request.animation == nil else { return [] }
    return request.styles.flatMap { style in
      let showsCover = request.showsCovers && style.content.takesCover
      return request.scales.map { PNGOutput(style: style, scale: $0, showsCover: showsCover) }
    }
  }

  static func mark(ofFileBeginning start: [UInt8]) -> OutputMark {
    OutputMark(software: PNGChunks.software(ofFirstBytes: start))
  }

  // Another name, so that a run without covers does not find these for its own.
  var suffix: String {
    let mark = showsCover ? "-cover" : ""
    return PictureName.suffix(for: style, mark: mark, scale: scale, in: Self.format)
  }

  func write(_ recording: OutputSource, to sink: ByteSink) throws(OutputFailure) -> PictureFacts? {
    var look = recording.look
    // A cover that could not be decoded leaves the picture plain.
    if look.cover.photo?.pixels == nil {
      look.cover.photo = nil
    }

    // A constant, which a closure may hold.
    let shown = look
    let (picture, bytes) = try OutputFailure.orImpossible {
      let picture = try ThumbnailDrawing.draw(
        recording.measurement,
        style: style,
        look: shown,
        scale: scale,
        isStopped: recording.isStopped
      )
      let bytes = try recording.png(
        of: picture.drawing,
        scale: scale,
        text: recording.pictureText
      )
      return (picture, bytes)
    }

    try sink(bytes)
    var facts = PictureFacts(
      format: Self.format,
      style: style.rawValue,
      scale: scale,
      width: picture.drawing.width,
      height: picture.drawing.height,
      gamma: picture.gamma
    )

    // Asked of the drawing, since a cover may be damaged.
    if showsCover {
      facts.showsCover = picture.drawing.photo != nil
    }
    return facts
  }
}

extension OutputSource {
  /// The text chunks of a picture.
  ///
  /// The generator mark comes first, so that the first bytes identify wavethumb despite a long
  /// title.
  var pictureText: [(key: String, value: String)] {
    [("Software", Generator.name), ("Title", facts.tags.title ?? stem)]
  }
}

extension OutputFailure {
  /// Returns the result of drawing and encoding; converts any failure to `impossible`.
  static func orImpossible<Value>(_ body: () throws -> Value) throws(OutputFailure) -> Value {
    do {
      return try body()
    } catch let failure as OutputFailure {
      throw failure
    } catch PNGFailure.stopped, ThumbnailError.stopped {
      throw .stopped
    } catch {
      throw .impossible(detail: "\(error)")
    }
  }
}

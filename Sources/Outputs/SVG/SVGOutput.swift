import Codecs
import Raster
import Thumbnails

extension OutputFormat {
  /// The format for vector pictures.
  public static let svg = OutputFormat(
    "svg",
    kind: .picture,
    fileExtension: ".svg",
    options: [.overlay]
  )
}

/// A vector picture, one for all scales.
struct SVGOutput: PictureOutput {
  static let format = OutputFormat.svg

  let style: WaveformStyle
  var showsCover = false

  // Scales have no meaning for vectors, so that there is one file for all.
  static func asked(by request: OutputRequest) -> [SVGOutput] {
    guard request.formats.contains(format) else { return [] }
    return request.styles.map { style in
      SVGOutput(style: style, showsCover: request.showsCovers && style.content.takesCover)
    }
  }

  static func mark(ofFileBeginning start: [UInt8]) -> OutputMark {
    OutputMark(software: SVGText.generator(ofFileBeginning: start))
  }

  var suffix: String {
    let mark = showsCover ? "-cover" : ""
    return PictureName.suffix(for: style, mark: mark, in: Self.format)
  }

  func write(_ recording: OutputSource, to sink: ByteSink) throws(OutputFailure) -> PictureFacts? {
    var look = recording.look
    // Captions are text, drawn with the viewer's fonts.
    look.typeface.isSetByReader = true

    // Embedded as it is, never as pixels: a browser decodes all formats of covers.
    if look.cover.photo?.file == nil {
      look.cover.photo = nil
    }
    let shown = look
    let picture = try OutputFailure.orImpossible {
      try ThumbnailDrawing.draw(
        recording.measurement,
        style: style,
        look: shown,
        isStopped: recording.isStopped
      )
    }

    let text = SVGText(
      picture.drawing,
      title: recording.spoken(as: style.subject),
      generator: Generator.name
    )
    guard let text else { throw .impossible(detail: "no vectors show \(style)") }
    try text.forEachPiece(sink)
    var facts = PictureFacts(
      format: Self.format,
      style: style.rawValue,
      scale: 1,
      width: picture.drawing.width,
      height: picture.drawing.height,
      gamma: picture.gamma
    )
    if showsCover {
      facts.showsCover = picture.drawing.photo != nil
    }
    return facts
  }
}

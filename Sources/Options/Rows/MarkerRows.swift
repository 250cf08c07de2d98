import Decoding
import Raster
import Thumbnails
import WavethumbSystem

extension OptionTable {
  static let markerRows: [OptionRow] = [
    // For the part of a recording that a page is about.
    OptionRow(
      "range",
      value: .shaping(
        .all,
        ValueForm("T-T", by: OptionText.range).optional,
        in: \.pictures.range,
        written: { $0?.text },
        measuring: { range in range.map { "range \($0.text)" } }
      ),
      under: .pictures,
      help: "draw only this stretch in full detail: 1:35-2:05, 1:35- or -0:30"
    ),
    // For players that zoom without a server.
    OptionRow(
      "levels",
      // 4,800 is 75 · 2⁶: after six halvings the number of bars is odd.
      value: .shaping(.data, .whole("N", in: 1...7), in: \.pictures.levels),
      under: .measuring,
      help: "add N zoom levels to json, 4800 bars and half as many at each further level; 1 to 7"
    ),
    // Of `render` alone: each recording of a library would need another one.
    // For comparing a master with its mix, or two channels.
    OptionRow(
      "overlay",
      value: .shaping(.pictures, .list(of: .otherRecording), in: \.pictures.overlays),
      of: [.render],
      under: .pictures,
      help: "draw another recording over this one at the same scale; repeatable"
    ),
    OptionRow(
      "overlay-color",
      value: .shaping(.pictures, .colors, in: \.pictures.overlayColors, as: "overlayColors"),
      of: [.render],
      under: .pictures,
      help: "colors of other recordings, in turn [#ff8a1ad9,#2fb344d9,#e0408ad9,#9b5de5d9]",
      onlyWhere: { !$0.pictures.overlays.isEmpty },
      needing: "--overlay"
    ),
    // Two rows of one name, as a library has no single file of markers.
    // For podcasts and audio books with chapters.
    OptionRow(
      "markers",
      value: .shaping(.all, .markersBeside, in: \.pictures.markers),
      of: [.scan],
      under: .pictures,
      help: "auto: show chapters and labels, from a file next to a recording (.chapters.json, .txt,"
        + " .cue) or inside it; none [none]"
    ),
    // For cue sheets of one recording.
    OptionRow(
      "markers",
      value: .shaping(.all, .markersInFile, in: \.pictures.markers),
      of: [.render],
      under: .pictures,
      help: "show chapters (JSON), Audacity labels or a cue sheet; auto: from a file next to the"
        + " recording, or inside it [none]"
    ),
    // For a site's own design.
    OptionRow(
      "marker-color",
      value: .shaping(.pictures, .colors, in: \.pictures.look.markers.colors, as: "markerColors"),
      under: .pictures,
      help: "colors of markers, in turn [#ff9500,#ff3d7f,#2fb344,#9b5de5]",
      onlyWhere: \.showsMarkers,
      needing: "--markers"
    ),
    // For captions in scripts that the built-in letters lack.
    OptionRow(
      "font",
      value: .shaping(.pictures, .font, in: \.pictures.font),
      of: OptionTable.granting,
      under: .pictures,
      help:
        "TrueType or OpenType font for captions in scripts other than Latin, Greek and Cyrillic",
      onlyWhere: \.showsMarkers,
      needing: "--markers"
    ),
  ]
}

extension ValueForm<RawPath> {
  fileprivate static var otherRecording: ValueForm {
    ValueForm("OTHER", completing: .recording) { text throws(ValueProblem) in
      RawPath(bytes: try text.path())
    }
  }
}

extension ValueForm<FontChoice> {
  fileprivate static var font: ValueForm {
    ValueForm("FILE", completing: .file(["ttf", "otf", "ttc"])) { text throws(ValueProblem) in
      let path = RawPath(bytes: try text.path())
      // A repair may run in another folder, and finds the font by the path in the settings.
      let absolute = (Environment.currentFolder ?? "").appending(path)
      return FontChoice(typeface: try text.typeface(), path: absolute)
    }
  }
}

extension ValueForm<MarkerSource> {
  private static let keywords: [(word: String, value: MarkerSource)] = [
    ("auto", .automatic), ("none", .none),
  ]

  fileprivate static var markersBeside: ValueForm { .keywords("auto", among: keywords) }

  fileprivate static var markersInFile: ValueForm {
    ValueForm("FILE", completing: .file(["json", "txt", "cue"])) { text throws(ValueProblem) in
      // A file with the name of a keyword is written `./auto`.
      if let source = try? text.value(among: keywords) { return source }
      return .file(try text.path())
    }
  }
}

import Raster
import Thumbnails

extension OptionTable {
  static let markerRows: [OptionRow] = [
    OptionRow(
      "markers", "auto", of: [.scan], .pictures,
      "auto: chapters and labels, beside a recording (.chapters.json, .txt, .cue) or inside it;"
        + " none [none]"
    ) { draft, text throws(ValueProblem) in
      draft.markers = try text.choice(of: MarkerWord.self).source
    },
    OptionRow(
      "markers", "FILE", of: [.render], .pictures,
      "chapters (JSON), labels of Audacity or a cue sheet; auto: one beside the recording, or what"
        + " is inside it [none]"
    ) { draft, text throws(ValueProblem) in
      do { draft.markers = try text.choice(of: MarkerWord.self).source } catch {
        draft.markers = .file(try text.path())
      }
    },
    OptionRow(
      "marker-color", "C[,C...]", of: drawing, .pictures,
      "markers take these in turn [#ff9500,#ff3d7f,#2fb344,#9b5de5]"
    ) { draft, text throws(ValueProblem) in
      var colors: [Color] = []
      for color in text.list() { colors.append(try color.color()) }
      draft.look.markerColors = colors
    },
  ]
}

/// The words that `--markers` takes.
private enum MarkerWord: String, CaseIterable {
  case auto
  case none

  var source: MarkerSource { self == .auto ? .automatic : .none }
}

import Outputs
import Raster
import Thumbnails

extension OptionTable {
  static let markerRows: [OptionRow] = [
    OptionRow(
      "range", "T-T", of: drawing, .pictures,
      "only that stretch, at full detail: 1:35-2:05, 1:35- or -0:30"
    ) { draft, text throws(ValueProblem) in draft.range = try text.range() },
    OptionRow(
      "levels", "N", of: drawing, .measuring,
      "also write so many zoom levels with the data, from 4800 bars down to half and half again;"
        + " 1 to 7"
    ) { draft, text throws(ValueProblem) in draft.levels = try text.whole(ZoomLevels.counts) },
    OptionRow(
      "overlay", "OTHER", of: [.render], .pictures,
      "another recording over this one, at the same scale: an original and its remake"
    ) { draft, text throws(ValueProblem) in draft.overlay = try text.path() },
    OptionRow(
      "overlay-color", "C", of: [.render], .pictures, "of the other recording [#ff8a1ad9]"
    ) { draft, text throws(ValueProblem) in draft.overlayColor = try text.color() },
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

import Outputs
import Raster

/// One option of audiowaveform: its names, and what it changes of a draft.
struct AudiowaveformRow: Sendable {
  typealias Draft = AudiowaveformDraft
  typealias Reader = @Sendable (OptionText, inout Draft) throws(ValueProblem) -> Void

  let name: String
  let short: Character?
  let takesValue: Bool
  let read: Reader

  /// An option with a value.
  init(_ name: String, _ short: Character? = nil, _ read: @escaping Reader) {
    (self.name, self.short, takesValue, self.read) = (name, short, true, read)
  }

  /// An option that is there or not.
  init(flag name: String, _ short: Character? = nil, _ read: @escaping Reader) {
    (self.name, self.short, takesValue, self.read) = (name, short, false, read)
  }

  static let rows: [AudiowaveformRow] =
    placeRows + measureRows + pictureRows + [
      AudiowaveformRow("raw-samplerate") { text, draft throws(ValueProblem) in
        draft.rawRate = try text.whole(1...Int(Int32.max))
      },
      AudiowaveformRow("raw-channels") { text, draft throws(ValueProblem) in
        draft.rawChannels = try text.whole(1...24)
      },
      AudiowaveformRow("raw-format") { text, draft throws(ValueProblem) in
        draft.rawForm = try text.choice(of: RawSamples.self)
      },
    ]

  private static let placeRows: [AudiowaveformRow] = [
    AudiowaveformRow(flag: "help") { $1.asksForHelp = true },
    AudiowaveformRow(flag: "version", "v") { $1.asksForVersion = true },
    AudiowaveformRow(flag: "quiet", "q") { $1.isQuiet = true },
    AudiowaveformRow("input-filename", "i") { $1.input = $0.bytes },
    AudiowaveformRow("output-filename", "o") { $1.output = $0.bytes },
    AudiowaveformRow("input-format") { $1.inputForm = $0.bytes },
    AudiowaveformRow("output-format") { $1.outputForm = $0.bytes },
  ]

  private static let measureRows: [AudiowaveformRow] = [
    AudiowaveformRow("zoom", "z") { text, draft throws(ValueProblem) in
      let isAuto = text.bytes == Array("auto".utf8)
      draft.zoom = isAuto ? .auto : .frames(try text.whole(0...Int(Int32.max)))
    },
    AudiowaveformRow("pixels-per-second") { text, draft throws(ValueProblem) in
      draft.pixelsPerSecond = try text.whole(1...1_000_000)
    },
    AudiowaveformRow("bits", "b") { text, draft throws(ValueProblem) in
      draft.bits = try text.choice(of: PointsRequest.Bits.self)
    },
    AudiowaveformRow(flag: "split-channels") { $1.isSplit = true },
    AudiowaveformRow("start", "s") { text, draft throws(ValueProblem) in
      draft.start = try text.number(0...1e9)
    },
    AudiowaveformRow("end", "e") { text, draft throws(ValueProblem) in
      draft.end = try text.number(0...1e9)
    },
    AudiowaveformRow("amplitude-scale") { text, draft throws(ValueProblem) in
      draft.look.amplitude =
        text.bytes == Array("auto".utf8) ? .full : .factor(try text.number(0...1e6))
    },
  ]

  private static let pictureRows: [AudiowaveformRow] = [
    AudiowaveformRow("width", "w") { text, draft throws(ValueProblem) in
      draft.look.width = try text.whole(3...16_384)
    },
    AudiowaveformRow("height", "h") { text, draft throws(ValueProblem) in
      draft.look.height = try text.whole(3...16_384)
    },
    AudiowaveformRow("colors", "c") { text, draft throws(ValueProblem) in
      switch try text.choice(of: ColorScheme.self) {
      case .audacity: break
      case .audition: draft.isAudition = true
      }
    },
    AudiowaveformRow("border-color") { text, draft throws(ValueProblem) in
      draft.border = try text.hexadecimalColor()
    },
    AudiowaveformRow("background-color") { text, draft throws(ValueProblem) in
      draft.background = try text.hexadecimalColor()
    },
    AudiowaveformRow("waveform-color") { text, draft throws(ValueProblem) in
      var colors: [Color] = []
      for color in text.list() { colors.append(try color.hexadecimalColor()) }
      draft.waveform = colors
    },
    AudiowaveformRow("axis-label-color") { text, _ throws(ValueProblem) in
      _ = try text.hexadecimalColor()
    },
    AudiowaveformRow(flag: "with-axis-labels") { $1.look.hasBorder = true },
    AudiowaveformRow(flag: "no-axis-labels") { $1.look.hasBorder = false },
    AudiowaveformRow("waveform-style") { text, draft throws(ValueProblem) in
      draft.hasBars = try text.choice(of: WaveformForm.self) == .bars
    },
    AudiowaveformRow("bar-width") { text, draft throws(ValueProblem) in
      draft.bars.width = try text.whole(1...16_384)
    },
    AudiowaveformRow("bar-gap") { text, draft throws(ValueProblem) in
      draft.bars.gap = try text.whole(0...16_384)
    },
    AudiowaveformRow("bar-style") { text, draft throws(ValueProblem) in
      draft.bars.isRounded = try text.choice(of: BarForm.self) == .rounded
    },
    // PNG is packed as tightly as ours always are.
    AudiowaveformRow("compression") { text, _ throws(ValueProblem) in
      _ = try text.whole(-1...9)
    },
  ]

  private enum ColorScheme: String, CaseIterable { case audacity, audition }
  private enum WaveformForm: String, CaseIterable { case normal, bars }
  private enum BarForm: String, CaseIterable { case square, rounded }
}

extension OptionText {
  /// `rrggbb` or `rrggbbaa`, as audiowaveform spells colours.
  fileprivate func hexadecimalColor() throws(ValueProblem) -> Color {
    let text = "#" + String(decoding: bytes, as: UTF8.self)
    guard [6, 8].contains(bytes.count), let color = Color(css: text) else {
      throw .notAColor(nearest: nil)
    }
    return color
  }
}

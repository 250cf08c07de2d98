import Outputs
import Thumbnails
import Waveform
import WavethumbBytes

/// The measure of pictures, which always have one, and that of data for players, if requested.
// Two, because players draw peaks without a scale by default, and pictures RMS in full height.
struct MeasuringChoice<Value: MeasuringValue>: SettingValue {
  var ofPictures: Value
  /// The measure of players if it differs from that of pictures.
  var ofPlayers: Value?

  func write(as name: String, to json: inout JSONWriter) {
    ofPictures.write(as: name, to: &json)
    ofPlayers.write(as: Self.playerName(name), to: &json)
  }

  /// Returns the text for a measure; the default measure is written even if none was requested.
  static func arguments(in settings: JSONValue, as name: String) -> [[UInt8]] {
    let arguments = Value.arguments(in: settings, as: name)
    let isStandard = arguments == [Array(Value.standard.rawValue.utf8)]
    if isStandard && settings[playerName(name)] == nil { return [] }
    return arguments
  }

  private static func playerName(_ name: String) -> String {
    "player" + name.prefix(1).uppercased() + name.dropFirst()
  }
}

/// A measure of pictures and of players, and the default for pictures.
protocol MeasuringValue: SettingElement, Equatable, CaseIterable, RawRepresentable<String> {
  static var standard: Self { get }
}

extension Measure: MeasuringValue { static var standard: Measure { WaveformScaling().measure } }

extension WaveformScaling.Normalize: MeasuringValue {
  static var standard: WaveformScaling.Normalize { WaveformScaling().normalize }
}

extension RecordingOptions {
  var measure: MeasuringChoice<Measure> {
    get { choice(ofPictures: pictures.look.scaling.measure, given: pictures.data.measure) }
    set {
      pictures.look.scaling.measure = newValue.ofPictures
      pictures.data.measure = newValue.ofPictures
    }
  }

  var normalize: MeasuringChoice<WaveformScaling.Normalize> {
    get { choice(ofPictures: pictures.look.scaling.normalize, given: pictures.data.normalize) }
    set {
      pictures.look.scaling.normalize = newValue.ofPictures
      pictures.data.normalize = newValue.ofPictures
    }
  }

  // Only the default of pictures has to be kept for players: any other value is in the settings of the
  // pictures anyway, and applies to both.
  private func choice<Value: MeasuringValue>(
    ofPictures: Value,
    given: Value?
  ) -> MeasuringChoice<Value> {
    let isOfPlayers = given == Value.standard && dataFormats.contains(.wavesurfer)
    let ofPlayers = isOfPlayers ? given : nil
    return MeasuringChoice(ofPictures: ofPictures, ofPlayers: ofPlayers)
  }
}

extension ValueForm {
  /// Creates an option for pictures and players whose values are an enumeration.
  static func measuring<Choice: MeasuringValue>(
    _ placeholder: String
  ) -> ValueForm where Value == MeasuringChoice<Choice> {
    let form = ValueForm<Choice>.choice(placeholder)
    return ValueForm(form.argument, completing: form.completion) { text, _ throws(ValueProblem) in
      MeasuringChoice(ofPictures: try form.read(text))
    }
  }
}

import Bytes
import Outputs
import Thumbnails
import Waveform

/// The measure of pictures, which always have one, and that of data for players, if requested.
struct MeasuringChoice<Value: SettingElement>: SettingValue {
  var ofPictures: Value
  /// The measure of players if it differs from that of pictures.
  var ofPlayers: Value?

  func write(as name: String, to json: inout JSONWriter) {
    ofPictures.write(as: name, to: &json)
    ofPlayers.write(as: OptionRow.playerSettingName(name), to: &json)
  }
}

extension OptionRow {
  package static func playerSettingName(_ name: String) -> String {
    "player" + name.prefix(1).uppercased() + name.dropFirst()
  }
}

extension RecordingOptions {
  var measure: MeasuringChoice<Measure> {
    get { choice(pictures.look.scaling.measure, pictures.data.measure, WaveformScaling().measure) }
    set {
      pictures.look.scaling.measure = newValue.ofPictures
      pictures.data.measure = newValue.ofPictures
    }
  }

  var normalize: MeasuringChoice<WaveformScaling.Normalize> {
    get {
      choice(pictures.look.scaling.normalize, pictures.data.normalize, WaveformScaling().normalize)
    }
    set {
      pictures.look.scaling.normalize = newValue.ofPictures
      pictures.data.normalize = newValue.ofPictures
    }
  }

  private func choice<Value: SettingElement & Equatable>(
    _ ofPictures: Value, _ given: Value?, _ standard: Value
  ) -> MeasuringChoice<Value> {
    let isTold = given == standard && dataFormats.contains(.wavesurfer)
    return MeasuringChoice(ofPictures: ofPictures, ofPlayers: isTold ? given : nil)
  }
}

extension ValueForm {
  /// Creates an option for pictures and players whose values are an enumeration.
  static func measuring<Choice: SettingElement & CaseIterable & RawRepresentable<String>>(
    _ placeholder: String
  ) -> ValueForm where Value == MeasuringChoice<Choice> {
    let form = ValueForm<Choice>.choice(placeholder)
    return ValueForm(placeholder, form.completion) { text throws(ValueProblem) in
      MeasuringChoice(ofPictures: try form.read(text))
    }
  }
}

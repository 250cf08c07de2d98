/// One of the styles a picture is drawn in.
public enum WaveformStyle: String, CaseIterable, Sendable {
  case bars
  case mirroredBars
  case dancingBars
  case line
  case dots
  case circular
}

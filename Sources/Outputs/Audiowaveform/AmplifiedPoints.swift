package import Waveform

extension MeasuredPoints {
  /// The same points so much louder that the largest magnitude is full scale; each value is cut
  /// toward zero.
  package func amplified(
    isStopped: () -> Bool = { false }
  ) throws(OutputFailure) -> MeasuredPoints {
    var largest = 0
    try forEachBlock { (values) throws(OutputFailure) in
      if isStopped() { throw .stopped }
      for value in values { largest = max(largest, Int(value.magnitude)) }
    } unread: {
      .impossible(detail: "\($0)")
    }
    guard largest > 0 else { return self }
    let factor = 32767 / Double(largest)
    return mapped { Int16(max(-32768, min(32767, Double($0) * factor))) }
  }
}

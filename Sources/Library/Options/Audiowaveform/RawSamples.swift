import Bytes
import Codecs

/// How samples without a head are spelt.
enum RawSamples: String, CaseIterable, Sendable {
  case s8, u8, s16le, s16be, s24le, s24be, s32le, s32be, f32le, f32be, f64le, f64be

  /// What a head before them would say.
  func header(sampleRate: Int, channels: Int) -> PCMStreamHeader {
    let coding: PCMStreamHeader.Coding =
      switch self {
      case .s8: .signed8
      case .u8: .unsigned8
      case .s16le, .s16be: .plain(.int16)
      case .s24le, .s24be: .plain(.int24)
      case .s32le, .s32be: .plain(.int32)
      case .f32le, .f32be: .plain(.float32)
      case .f64le, .f64be: .float64
      }
    return PCMStreamHeader(
      "raw", coding, isBigEndian: rawValue.hasSuffix("be"), sampleRate, channels)
  }
}

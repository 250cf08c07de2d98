package import Codecs
package import Outputs
import Waveform
import WavethumbBytes

/// The options of `audiowaveform`, checked.
package struct AudiowaveformOptions: Sendable, Equatable {
  package enum Form: String, Sendable, CaseIterable {
    case dat, json, txt, png
  }

  /// How to read the recording, and where to write.
  package var render: RenderOptions
  package var form = Form.dat
  // The default of audiowaveform.
  package var points = PointsRequest(grid: .framesPerPoint(256))
  package var look = AudiowaveformLook()
  /// The format of raw samples, or nil.
  package var raw: PCMStreamHeader?
  package var isQuiet = false
}

/// The formats of samples without a header, by audiowaveform's names.
enum RawSamples: String, CaseIterable, Sendable {
  case s8, u8, s16le, s16be, s24le, s24be, s32le, s32be, f32le, f32be, f64le, f64be

  func header(sampleRate: Int, channels: Int) -> PCMStreamHeader {
    let isBigEndian = rawValue.hasSuffix("be")
    let coding: PCMCoding =
      switch self {
      case .s8: .signed8
      case .u8: .unsigned8
      case .s16le, .s16be: .plain(SampleFormat(.int16, bigEndian: isBigEndian))
      case .s24le, .s24be: .plain(SampleFormat(.int24, bigEndian: isBigEndian))
      case .s32le, .s32be: .plain(SampleFormat(.int32, bigEndian: isBigEndian))
      case .f32le, .f32be: .plain(SampleFormat(.float32, bigEndian: isBigEndian))
      case .f64le, .f64be: .float64(isBigEndian: isBigEndian)
      }
    return PCMStreamHeader(
      container: "raw",
      coding: coding,
      sampleRate: sampleRate,
      channels: channels
    )
  }
}

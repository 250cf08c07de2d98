import Bytes
package import Codecs
package import Outputs
import Waveform

/// What a call in the words of audiowaveform asks for, checked.
package struct AudiowaveformOptions: Sendable, Equatable {
  /// What is made.
  package enum Form: String, Sendable, CaseIterable {
    case dat, json, txt, png
  }

  /// How the recording is read, and where what is made goes.
  package var render: RenderOptions
  package var form = Form.dat
  package var points = PointsRequest(grid: .framesPerPoint(256))
  package var look = AudiowaveformLook()
  /// Samples without a head, where the input is that.
  package var raw: PCMStreamHeader?
  package var isQuiet = false
}

/// What is wrong with such a call; the sentence is said where it is refused.
package enum AudiowaveformMistake: Error, Sendable, Equatable {
  case unknownOption([UInt8])
  case missingValue(String)
  case badValue(String, [UInt8])
  case surplus([UInt8])
  case noInput, noOutput
  case unknownForm([UInt8])
  case exclusive(String, String)
  case zoomTooSmall
  case rawNeeds(String)
  case endBeforeStart
  case outputIsInput([UInt8])
}

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

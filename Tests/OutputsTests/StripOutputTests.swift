import Codecs
import Testing
import TestSupport
import Thumbnails
import Waveform

@testable import Outputs

@Suite struct `A strip` {
  private static func bytes(of amplitudes: [Float]) throws -> [UInt8] {
    let measurement = WaveformMeasurement(
      mix: WaveformSummary(amplitudes: amplitudes, duration: 60),
      spectrum: WaveformSpectrum()
    )
    let facts = AudioFacts(formatName: "WAV", sampleRate: 8000, channels: 1, declaredFrames: nil)
    var source = OutputSource(facts: facts, measurement: measurement, stem: "tone")
    source.look.scaling = WaveformScaling(normalize: .none)
    var bytes: [UInt8] = []
    _ = try StripOutput().write(source) { bytes += $0 }
    return bytes
  }

  /// Returns the opaque rows of a column.
  private static func opaqueRows(of picture: PNGPicture, column: Int) -> [Int] {
    (0..<picture.height).filter { row in
      let pixel = row * picture.width + column
      let alpha = picture.pixels[4 * pixel + 3]
      return alpha == 255
    }
  }

  @Test func `has a column as high as each level`() throws {
    // From 0 to 64 of 64 rows, over and over.
    let levels = (0..<StripOutput.columns).map { Float($0 % 65) / 64 }
    let picture = try PNGReader.decode(try Self.bytes(of: levels))
    #expect(picture.width == StripOutput.columns)
    #expect(picture.height == 64)
    for column in stride(from: 0, to: picture.width, by: 7) {
      let rows = Self.opaqueRows(of: picture, column: column)
      // Bars stand on the bottom.
      let lowest = (0..<64).suffix(rows.count)
      #expect(rows == Array(lowest), "\(column)")
      // Silence is a line.
      let expected = max(1, column % 65)
      #expect(abs(rows.count - expected) <= 1, "\(column): \(rows.count)")
    }
  }

  @Test func `of the most irregular recording takes less than 12 KB`() throws {
    // A linear congruential generator, the same on every machine.
    var state: UInt32 = 1
    let noise = (0..<StripOutput.columns).map { _ -> Float in
      state = state &* 1_664_525 &+ 1_013_904_223
      return Float(state >> 8) / Float(1 << 24)
    }
    let bytes = try Self.bytes(of: noise)
    #expect(bytes.count <= 12 * 1024, "\(bytes.count) bytes")
  }

  @Test func `is recognized by its mark and by its name`() throws {
    let bytes = try Self.bytes(of: [0.5, 1])
    guard case .yes = OutputList.mark(ofFileBeginning: Array(bytes.prefix(200))) else {
      Issue.record("a strip is not recognized")
      return
    }
    let name = OutputList.recordingName(of: Array("ep1.mp3.strip.png".utf8))
    #expect(name == Array("ep1.mp3".utf8))
  }
}

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

  /// Returns how many pixels of a column are opaque, and whether they are the lowest.
  private static func height(of picture: PNGPicture, atColumn column: Int) -> (
    count: Int, isUpright: Bool
  ) {
    let opaque = (0..<picture.height).map { row in
      picture.pixels[4 * (row * picture.width + column) + 3] == 255
    }
    let count = opaque.count { $0 }
    return (count, opaque.suffix(count).allSatisfy { $0 })
  }

  @Test func `has a column as high as each level`() throws {
    let levels = (0..<StripOutput.columns).map { Float($0 % 65) / 64 }
    let picture = try PNGReader.decode(try Self.bytes(of: levels))
    #expect(picture.width == 4800)
    #expect(picture.height == 64)
    for column in stride(from: 0, to: 4800, by: 7) {
      let (count, isUpright) = Self.height(of: picture, atColumn: column)
      // Silence is a line.
      #expect(isUpright, "\(column): \(count)")
      #expect(abs(count - max(1, column % 65)) <= 1, "\(column): \(count)")
    }
  }

  @Test func `of the most irregular recording takes less than 12 KB`() throws {
    var state: UInt32 = 1
    let noise = (0..<StripOutput.columns).map { _ -> Float in
      state = state &* 1_664_525 &+ 1_013_904_223
      return Float(state >> 8) / Float(1 << 24)
    }
    let bytes = try Self.bytes(of: noise)
    #expect(bytes.count <= 12 << 10, "\(bytes.count) bytes")
  }

  @Test func `is recognized by its mark and by its name`() throws {
    let bytes = try Self.bytes(of: [0.5, 1])
    guard case .yes = OutputList.ownership(ofFileBeginning: Array(bytes.prefix(200))) else {
      Issue.record("a strip is not recognized")
      return
    }
    let name = OutputList.recordingName(of: Array("ep1.mp3.strip.png".utf8))
    #expect(name == Array("ep1.mp3".utf8))
  }
}

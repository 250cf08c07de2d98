import Raster
import Testing
import Thumbnails
import Waveform

@Suite struct LaneLabelTests {
  @Test func `lane labels are in their lanes, in order`() throws {
    let texts = try Self.labels(["L", "R", "LFE"])
    #expect(texts.map(\.text) == ["L", "R", "LFE"])
    for (lane, label) in texts.enumerated() {
      #expect(label.y > Double(lane * 40))
      #expect(label.y < Double((lane + 1) * 40))
    }
  }

  @Test func `missing and excess lane labels are ignored`() throws {
    #expect(try Self.labels(["", "R", "C", "Ls"]).map(\.text) == ["R", "C"])
  }

  @Test func `lane labels need stacked lanes and room`() throws {
    #expect(try Self.labels(["L", "R", "C"], splits: false).isEmpty)
    #expect(try Self.labels(["L", "R", "C"], style: .circular).isEmpty)
    // Eight rows a lane, less than a letter.
    #expect(try Self.labels(["L", "R", "C"], height: 24).isEmpty)
  }

  /// Returns the labels of a three-channel picture with their y positions.
  private static func labels(
    _ names: [String],
    style: WaveformStyle = .mirroredBars,
    splits: Bool = true,
    height: Int = 120
  ) throws -> [(text: String, y: Double)] {
    let lanes = (1...3).map { channel in
      WaveformSummary(amplitudes: (0..<50).map { Float($0 % channel) / 3 }, duration: 5)
    }
    let subject = ThumbnailSubject(summary: lanes[0], lanes: lanes)
    var look = ThumbnailLook()
    look.size = ThumbnailSize(width: 300, height: height)
    look.splitsChannels = splits
    look.laneNames = names
    let drawing = try ThumbnailDrawing.draw(subject, style: style, look: look).drawing
    return drawing.marks.compactMap { mark in
      guard case .shape(.lettering(let lettering, at: let origin), _) = mark else { return nil }
      return (lettering.text, origin.y)
    }
  }
}

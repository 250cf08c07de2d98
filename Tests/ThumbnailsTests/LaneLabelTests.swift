import Raster
import Testing
import Thumbnails
import Waveform

@Suite struct LaneLabelTests {
  @Test func `lane labels are in their lanes, in order`() throws {
    let labels = try Self.labels(of: ["L", "R", "LFE"])
    #expect(labels.map(\.text) == ["L", "R", "LFE"])
    // Three lanes of 40 points.
    for (lane, label) in labels.enumerated() {
      let top = Double(lane * 40)
      #expect(label.y > top)
      #expect(label.y < top + 40)
    }
  }

  @Test func `missing and excess lane labels are ignored`() throws {
    let labels = try Self.labels(of: ["", "R", "C", "Ls"])
    #expect(labels.map(\.text) == ["R", "C"])
  }

  @Test func `lane labels need stacked lanes and room`() throws {
    let names = ["L", "R", "C"]
    #expect(try Self.labels(of: names, splits: false).isEmpty)
    #expect(try Self.labels(of: names, style: .circular).isEmpty)
    // Eight rows a lane, less than a letter.
    #expect(try Self.labels(of: names, height: 24).isEmpty)
  }

  /// Returns the labels of a three-channel picture with their y positions.
  private static func labels(
    of names: [String],
    style: WaveformStyle = .mirroredBars,
    splits: Bool = true,
    height: Int = 120
  ) throws -> [(text: String, y: Double)] {
    let lanes = (1...3).map { channel in
      let levels = (0..<50).map { Float($0 % channel) / 3 }
      return WaveformSummary(amplitudes: levels, duration: 5)
    }
    let subject = ThumbnailSubject(summary: lanes[0], lanes: lanes)
    var look = ThumbnailLook(width: 300, height: height)
    look.lanes.areSplit = splits
    look.lanes.names = names
    let drawing = try ThumbnailDrawing.draw(subject, style: style, look: look).drawing
    return drawing.marks.compactMap { mark in
      guard case .shape(.lettering(let lettering, at: let origin), _) = mark else { return nil }
      return (text: lettering.text, y: origin.y)
    }
  }
}

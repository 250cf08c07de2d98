import Codecs
import Outputs
import Testing
import Thumbnails

private func outputs(of format: OutputFormat) -> [any Output] {
  let request = OutputRequest(formats: [format], styles: [.bars, .circular], scales: [1, 2])
  return OutputList.outputs(for: request)
}

@Test func `there is one SVG per style, whatever the scales`() {
  #expect(outputs(of: .svg).map(\.suffix) == [".bars.svg", ".circular.svg"])
  #expect(outputs(of: .png).allSatisfy { $0.suffix.hasSuffix(".png") })
}

/// Writes the SVG of a recording.
private func svg(ofRecording name: String) throws -> (text: String, facts: PictureFacts?) {
  let source = OutputSource(
    facts: AudioFacts(formatName: "WAV", sampleRate: 8000, channels: 2, declaredFrames: nil),
    measurement: measured(),
    stem: name
  )
  let output = try #require(outputs(of: .svg).first)
  var file: [UInt8] = []
  let facts = try output.write(source) { bytes throws(OutputFailure) in file += bytes }
  return (text: String(decoding: file, as: UTF8.self), facts: facts)
}

@Test func `an SVG has its format, scale and size`() throws {
  let facts = try svg(ofRecording: "ep1").facts
  #expect(facts?.format == .svg)
  #expect(facts?.scale == 1)
  #expect(facts?.width == 598)
}

@Test func `the title of an SVG is escaped`() throws {
  let text = try svg(ofRecording: "a--><script>").text
  #expect(text.contains("<title>Waveform of a--&gt;&lt;script&gt;, 0:06.0</title>"))
}

private func ownership(of text: String) -> OutputMark {
  OutputList.mark(ofFileBeginning: Array(text.utf8))
}

// What is not ours is never replaced.
@Test func `our SVG is recognised by its second line`() throws {
  let text = try svg(ofRecording: "a--><script>").text
  #expect(ownership(of: text) == .yes)

  let foreign = """
    <svg xmlns="http://www.w3.org/2000/svg">
    <!-- wavethumbs 2 -->
    </svg>
    """
  #expect(ownership(of: foreign) == .no)

  var lines = text.split(separator: "\n")
  lines.remove(at: 1)
  #expect(ownership(of: lines.joined(separator: "\n")) == .no)
}

@Test func `the name of an SVG has that of its recording`() {
  let name = OutputList.recordingName(of: Array("ep1.mp3.bars.svg".utf8))
  #expect(name == Array("ep1.mp3".utf8))
}

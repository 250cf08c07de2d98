import Codecs
import Outputs
import Testing
import Thumbnails

private func request(_ formats: Set<OutputFormat>) -> OutputRequest {
  OutputRequest(formats: formats, styles: [.bars, .circular], scales: [1, 2])
}

@Test func `there is one SVG per style, whatever the scales`() {
  let outputs = OutputList.outputs(for: request([.svg]))
  #expect(outputs.map(\.suffix) == [".bars.svg", ".circular.svg"])
  #expect(OutputList.outputs(for: request([.png])).allSatisfy { $0.suffix.hasSuffix(".png") })
}

@Test func `our SVG is recognised by its second line`() throws {
  let recording = OutputSource(
    facts: AudioFacts(formatName: "WAV", sampleRate: 8000, channels: 2, declaredFrames: nil),
    measurement: measured(),
    stem: "a--><script>"
  )
  var file: [UInt8] = []
  let output = try #require(OutputList.outputs(for: request([.svg])).first)

  let facts = try output.write(recording) { bytes throws(OutputFailure) in file += bytes }
  #expect(facts?.format == .svg)
  #expect(facts?.scale == 1)
  #expect(facts?.width == 598)
  #expect(OutputList.ownership(ofFileBeginning: file) == .yes)

  let text = String(decoding: file, as: UTF8.self)
  #expect(text.contains("<title>Waveform of a--&gt;&lt;script&gt;, 0:06.0</title>"))
  let foreign = "<svg xmlns=\"http://www.w3.org/2000/svg\">\n<!-- wavethumbs 2 -->\n</svg>"
  #expect(OutputList.ownership(ofFileBeginning: Array(foreign.utf8)) == .no)

  let unmarked = text.split(separator: "\n").enumerated().filter { $0.offset != 1 }
    .map { String($0.element) }.joined(separator: "\n")
  #expect(OutputList.ownership(ofFileBeginning: Array(unmarked.utf8)) == .no)
  #expect(
    OutputList.recordingName(of: Array("ep1.mp3.bars.svg".utf8)) == Array("ep1.mp3".utf8)
  )
}

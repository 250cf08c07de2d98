import Outputs
import Testing
import Waveform

/// Returns the alternative text of a picture of some seconds.
private func spoken(
  _ seconds: Double,
  from start: Double? = nil,
  playhead: Double? = nil,
  markers: [WaveformMarker] = [],
  name: String = "ep1",
  as subject: String = "Waveform"
) -> String {
  AlternativeText.text(
    of: name,
    lasting: seconds,
    from: start,
    playhead: playhead,
    markers: markers,
    as: subject
  )
}

@Test func `alternative text has name and duration`() {
  #expect(spoken(3012.4) == "Waveform of ep1, 50:12")
  #expect(spoken(10, as: "Spectrogram") == "Spectrogram of ep1, 0:10")
  #expect(spoken(30, from: 40) == "Waveform of ep1, 0:40 to 1:10")
}

// Rounded down, so that no time is shown that has not been reached.
@Test func `alternative text has tenths below ten seconds`() {
  #expect(spoken(0) == "Waveform of ep1, 0:00.0")
  #expect(spoken(0.34) == "Waveform of ep1, 0:00.3")
  #expect(spoken(7.26) == "Waveform of ep1, 0:07.3")
  #expect(spoken(9.94) == "Waveform of ep1, 0:09.9")
  #expect(spoken(9.96) == "Waveform of ep1, 0:10")
  #expect(spoken(29.6) == "Waveform of ep1, 0:30")
  #expect(spoken(0.5, from: 40) == "Waveform of ep1, 0:00.5 from 0:40")
}

@Test func `alternative text has milliseconds below a tenth of a second`() {
  #expect(spoken(0.035) == "Waveform of ep1, 35 ms")
  #expect(spoken(0.01, from: 40) == "Waveform of ep1, 10 ms from 0:40")
}

@Test func `alternative text has the played part`() {
  // 42 of 194 seconds.
  #expect(spoken(194, playhead: 42.0 / 194) == "Waveform of ep1, 0:42 of 3:14")
  #expect(spoken(0.5, playhead: 0.5) == "Waveform of ep1, 0:00.2 of 0:00.5")
}

@Test func `alternative text lists markers`() {
  let markers = [
    WaveformMarker(time: 12, label: "Intro"),
    WaveformMarker(time: 48, label: "Verse"),
  ]
  let expected = "Waveform of ep1, 1:00. 2 markers: Intro, at 0:12; Verse, at 0:48"
  #expect(spoken(60, markers: markers) == expected)
}

@Test func `alternative text counts the markers for which it has no room`() {
  let markers = (0..<40).map { number in
    WaveformMarker(time: Double(number), label: "Chapter \(number)")
  }
  let text = spoken(60, markers: markers)
  #expect(text.count <= 200)
  #expect(text.count > 150)
  #expect(text.hasPrefix("Waveform of ep1, 1:00. 40 markers: Chapter 0, at 0:00; Chapter 1"))

  let listedCount = text.ranges(of: ", at ").count
  #expect(text.hasSuffix("; and \(40 - listedCount) more"))
}

@Test func `alternative text leaves out a marker that is too long`() {
  let long = WaveformMarker(time: 1, label: String(repeating: "x", count: 5000))
  #expect(spoken(60, markers: [long]) == "Waveform of ep1, 1:00. 1 marker")
}

@Test func `alternative text shortens long names`() {
  let manyLetters = String(repeating: "n", count: 9000)
  #expect(spoken(60, name: manyLetters).count <= 200)
  // As a character it is one, however many marks it has.
  let manyMarks = "e" + String(repeating: "\u{301}", count: 100_000)
  #expect(spoken(60, name: manyMarks).unicodeScalars.count <= 200)
}

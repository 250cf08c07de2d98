import Decoding
import Testing
import Thumbnails
import Waveform
import WavethumbBytes

@testable import WavethumbBatch
@testable import Outputs

@Suite struct `Bars read from data files` {
  private func bars(_ json: [UInt8]) throws -> ImportedBars {
    try ImportedBars(try JSONOutline(of: ImportedBars.members, in: json))
  }

  private func heights(_ json: String) throws -> [Float] {
    try bars(Array(json.utf8)).heights
  }

  // Alone, with spaces, behind a member of the same name in another object, and behind a byte order mark.
  @Test(arguments: [
    #"{"bars":[0.1,0.5,1]}"#, " \n\t{\"bars\": [0.1, 0.5, 1], \"durationMs\": 1500}\n",
    #"{"version":1,"other":{"bars":[9]},"bars":[0.1,5e-1,1.0e0],"peaks":[1,1,1]}"#,
    "\u{FEFF}{\"bars\":[0.1,0.5,1]}",
  ])
  func `the member bars is found at any position`(json: String) throws {
    #expect(ImportedRecording.Form(start: Array(json.utf8), name: []) == .json)
    #expect(try heights(json) == [0.1, 0.5, 1])
  }

  // Scaled to the loudest, the bars of a quiet recording would be as high as those of a loud one.
  @Test func `heights out of range are clamped, and none is scaled`() throws {
    #expect(try heights(#"{"bars":[-0.5,0.25,1.5,1e300]}"#) == [0, 0.25, 1, 1])
  }

  @Test(arguments: [
    (#"{}"#, ImportFailure.missing),
    (#"{"bars":[]}"#, .missing),
    (#"{"bars":0.5}"#, .missing),
    (#"{"bars":[0.1,"0.2"]}"#, .notANumber(index: 1)),
    (#"{"bars":[null]}"#, .notANumber(index: 0)),
    (#"{"bars":[0.1,NaN]}"#, .broken(offset: 13)),
    (#"{"bars":[0.1"#, .broken(offset: 12)),
    (#"{"bars":[0.1]} x"#, .broken(offset: 15)),
    (#"{"bars":[1e999]}"#, .broken(offset: 14)),
    (#"{"bars":[[0.1]]}"#, .notANumber(index: 0)),
  ])
  func `JSON without bars is rejected with the reason`(json: String, fault: ImportFailure) {
    #expect(throws: fault) {
      _ = try ImportedRecording(.json, Array(json.utf8))
    }
  }

  @Test func `a million bars are drawn, one more is rejected`() throws {
    func json(barCount: Int) -> [UInt8] {
      let others = Array(repeating: Array(",0".utf8), count: barCount - 1).joined()
      return Array("{\"bars\":[1".utf8) + others + Array("]}".utf8)
    }
    #expect(try bars(json(barCount: 1_000_000)).heights.count == 1_000_000)
    #expect(throws: ImportFailure.tooMany(maximum: 1_000_000)) {
      try bars(json(barCount: 1_000_001))
    }
  }

  @Test func `a recording is not taken for JSON`() {
    // Without a name, the first bytes decide.
    for start in ["RIFF", "[0.1]", "ID3{", "", "   "] {
      #expect(ImportedRecording.Form(start: Array(start.utf8), name: []) == nil)
    }
  }

  @Test func `given bars are written unchanged`() throws {
    let given = try bars(Array(#"{"bars":[0.1,0.5],"durationMs":1500}"#.utf8))
    let recording = given.recording(for: DecodeRequest())
    let text = JSONOutput(style: .mirroredBars).text(
      OutputSource(
        facts: recording.facts,
        measurement: recording.measurement,
        stem: "given"
      )
    )

    let again = try bars(text)
    #expect(again.heights == [0.1, 0.5])
    #expect(again.durationSeconds == 1.5)
  }

  @Test func `lanes are read and written with split channels`() throws {
    let json = #"{"bars":[0.5,0.6],"lanes":[{"bars":[0.1,0.2]},{"bars":[0.9,1.2]}]}"#
    let given = try bars(Array(json.utf8))
    #expect(given.recording(for: DecodeRequest()).measurement.lanes.isEmpty)

    let split = given.recording(for: DecodeRequest(split: true))
    // 1.2 is above the full height, and clamped like the bars of the mix.
    let lanes = split.measurement.lanes.map(\.givenBars)
    #expect(lanes == [[0.1, 0.2], [0.9, 1]])
    let text = JSONOutput(style: .mirroredBars).text(
      OutputSource(facts: split.facts, measurement: split.measurement, stem: "given")
    )
    #expect(try bars(text).lanes == given.lanes)

    // A lane without bars, one that is no object, an empty one, and lanes of different lengths.
    for wrong in ["[{}]", "[1]", #"[{"bars":[]}]"#, #"[{"bars":[1]},{"bars":[1,2]}]"#] {
      #expect(throws: ImportFailure.self, "\(wrong)") {
        try bars(Array("{\"bars\":[1],\"lanes\":\(wrong)}".utf8))
      }
    }
  }

  @Test func `a stretch of given bars covers its time`() throws {
    let json = #"{"bars":[0.1,0.2,0.3,0.4],"durationMs":4000}"#
    let given = try bars(Array(json.utf8))
    func heights(_ range: TimeRange) -> [Float]? {
      var request = DecodeRequest()
      request.range = range
      return given.recording(for: request).measurement.mix.givenBars
    }
    #expect(heights(TimeRange(start: 1, end: 3)) == [0.2, 0.3])
    #expect(heights(TimeRange(start: 2)) == [0.3, 0.4])
    #expect(heights(TimeRange(start: 3, end: 9)) == [0.4])
    // Behind the end: a picture needs one bar at least.
    #expect(heights(TimeRange(start: 9))?.count == 1)
  }
}

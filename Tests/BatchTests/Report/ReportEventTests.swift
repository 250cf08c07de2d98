import Codecs
import Decoding
import Testing
import WavethumbSystem

@testable import WavethumbBatch
@testable import WavethumbLibrary

private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

@Test func `the event of a recording is one line of JSON`() {
  #expect(
    text(EventLine.file(.made("Show/ep1.mp3", source: .unchanged)))
      == #"{"event":"file","path":"Show/ep1.mp3","status":"ok","source":"unchanged","error":null}"#
      + "\n"
  )
}

@Test func `the event of a failure has its code and message`() {
  // A line break in a name must not end the line of its event.
  let outcome = RecordingResult("a\n\"b\".mp3", .decoding(.audio(.gitLFSPointer)))
  #expect(
    text(EventLine.file(outcome))
      == #"{"event":"file","path":"a\n\"b\".mp3","status":"failed","source":null,"#
      + #""error":{"code":"git-lfs-pointer","#
      + #""message":"A Git LFS pointer instead of the recording. Run git lfs pull."}}"# + "\n"
  )
}

// JSON has no text for such a path: without the bytes, a program could not open the file.
@Test func `the event of a path that is not UTF-8 has its exact bytes`() {
  let path = RawPath(bytes: [0x61, 0xFF])
  let event = text(EventLine.file(.made(path, source: .decoded)))
  #expect(event.contains(#""path":"a\#u{FFFD}","pathBase64":"Yf8=","status":"ok""#))
}

@Test func `the last event has the counts`() {
  var totals = RunTotals()
  totals.files = 3
  totals.drawn = 2
  totals.failed = 1
  let event = text(EventLine.done(totals))
  #expect(event.hasPrefix(#"{"event":"done","files":3,"decoded":0,"drawn":2,"failed":1,"#))
  #expect(event.hasSuffix("}\n"))
}

import TestSupport
import Testing
import WavethumbBytes

/// Tests the origin of broadcast WAV files, and axes with the time of day.
@Suite struct `Times of day` {
  /// Returns a WAV with a bext chunk that has a time.
  private static func broadcast(_ time: String) -> [UInt8] {
    var body = [UInt8](repeating: 0, count: 602)
    body.replaceSubrange(0..<6, with: "Cranes".utf8)
    body.replaceSubrange(320..<330, with: "2021-05-04".utf8)
    body.replaceSubrange(330..<330 + time.utf8.count, with: time.utf8)
    let size = UInt32(body.count).bigEndianBytes.reversed()
    return WaveFile.tone(frames: 8000).bytes + Array("bext".utf8) + size + body
  }

  @Test func `the manifest has the origin, also from the cache`() throws {
    let library = try TemporaryLibrary()
    try library.write(Self.broadcast("04:12:30"), to: "a.wav")
    for _ in 0..<2 {
      #expect(try library.scan("--force").status == 0)
      let bext = try library.entries().first?["tags"]?["bext"]
      #expect(bext?["description"]?.string == "Cranes")
      #expect(bext?["date"]?.string == "2021-05-04")
      #expect(bext?["time"]?.string == "04:12:30")
      #expect(bext?["timeReference"] == nil)
      #expect(bext?["originator"] == nil)
    }
  }

  @Test func `axes show the time of day of the file or of its name, and else that since its start`()
    throws
  {
    let folder = try TemporaryRecording()
    try folder.write("dawn.wav", bytes: Self.broadcast("04:12:30"))
    try folder.write("noon.wav", bytes: Self.broadcast("12:12:30"))
    try folder.write("plain.wav", bytes: WaveFile.tone(frames: 8000).bytes)
    let run = try folder.shell(
      """
      draw() { $W render "$1" -o "$2" --axes --no-cache $3; }
      for f in dawn noon plain; do
        mkdir $f && cp $f.wav $f/x.wav && draw $f/x.wav $f.png --clock && draw $f/x.wav $f-0.png
      done
      cp plain.wav 20210504_041230.wav
      draw 20210504_041230.wav named.png --clock; draw 20210504_041230.wav named-0.png
      same() { cmp -s $1.png $2.png && echo same || echo other; }
      same dawn dawn-0; same dawn noon; same named named-0
      same plain plain-0; same dawn-0 noon-0
      $W render dawn.wav -o x.png --clock 2>&1 | grep -c clock
      """
    )
    #expect(
      run.lines == ["other", "other", "other", "same", "same", "1"],
      "\(run.text)\(run.errorOutput)"
    )
  }
}

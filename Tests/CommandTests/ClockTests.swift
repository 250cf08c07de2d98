import TestSupport
import Testing
import WavethumbBytes

/// Tests the origin of broadcast WAV files, and axes with the time of day.
@Suite struct `Times of day` {
  /// Returns a WAV with a bext chunk that has a time.
  // The fields of EBU Tech 3285, version 1, which are filled with zeros: the description, 32 bytes each
  // of originator and reference, then date and time.
  private static func broadcast(at time: String) -> [UInt8] {
    let originators = [UInt8](repeating: 0, count: 64)
    let rest = [UInt8](repeating: 0, count: 264)
    var body = field("Cranes", byteCount: 256) + originators
    body += field("2021-05-04", byteCount: 10)
    body += field(time, byteCount: 8) + rest
    let size = StreamHeads.little(UInt32(body.count))
    return WaveFile.tone(frames: 8000).bytes + Array("bext".utf8) + size + body
  }

  private static func field(_ text: String, byteCount: Int) -> [UInt8] {
    let bytes = Array(text.utf8)
    return bytes + [UInt8](repeating: 0, count: byteCount - bytes.count)
  }

  @Test func `the manifest has the origin, also from the cache`() throws {
    let library = try TemporaryLibrary()
    try library.write(Self.broadcast(at: "04:12:30"), to: "a.wav")
    // The second scan takes the facts from the cache.
    for _ in 1...2 {
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
    try folder.write("dawn.wav", bytes: Self.broadcast(at: "04:12:30"))
    try folder.write("noon.wav", bytes: Self.broadcast(at: "12:12:30"))
    try folder.write("plain.wav", bytes: WaveFile.tone(frames: 8000).bytes)
    let run = try folder.shell(
      """
      # Draws a recording with the time of day, and since its start.
      draw() {
        $W render "$1" -o "$2.png" --axes --no-cache --clock
        $W render "$1" -o "$2-0.png" --axes --no-cache
      }
      # Pictures have the names of recordings in them, so all have the same one.
      for f in dawn noon plain; do
        mkdir $f
        cp $f.wav $f/x.wav
        draw $f/x.wav $f
      done
      cp plain.wav 20210504_041230.wav
      draw 20210504_041230.wav named
      same() { cmp -s $1.png $2.png && echo same || echo other; }
      same dawn dawn-0
      same dawn noon
      same named named-0
      same plain plain-0
      same dawn-0 noon-0
      # Without axes the option has no effect, and a message says so.
      $W render dawn.wav -o x.png --clock 2>&1 | grep -c clock
      """
    )
    #expect(
      run.lines == ["other", "other", "other", "same", "same", "1"],
      "\(run.text)\(run.errorOutput)"
    )
  }
}

import Testing
import WavethumbBytes
import WavethumbSystem

@testable import WavethumbBatch
@testable import WavethumbLibrary
@testable import WavethumbOptions

struct PageEntryTests {
  private static func entry(_ json: String, media: String = "../") throws -> PageEntry {
    PageEntry(
      entry: try #require(ManifestEntry(Array(json.utf8))),
      media: try #require(MediaPrefix(media))
    )
  }

  private static let digest = #""digest":"\#(String(repeating: "0", count: 32))""#

  private static func row(_ json: String) throws -> String {
    var tables = PageTables()
    return String(decoding: try entry(json).row(sharing: &tables), as: UTF8.self)
  }

  private static let plain = #"""
    {"path":"Show/ep 1.mp3","status":"ok","tags":{"title":"One","album":"Show"},"format":"MPEG-1 layer III","bytes":976000,"sampleRate":44100,"channels":2,
     "durationMs":61000,"rms":0.1,"truncated":false,"silent":false,"alt":"Waveform of One, 1:01","levels":"AP//",
     "thumbnails":[{"style":"circular","scale":1,"width":9,"height":8,"bytes":7,\#(digest),"path":"Show/ep 1.mp3.circular.png"}],
     "outputs":[{"format":"dat","path":"Show/ep 1.mp3.dat","bytes":99,\#(digest)}]}
    """#

  // Kept short, since a page has a row for each of up to a million recordings. An RMS of 0.1 is -20 dB; the
  // text for screen readers is that which the script composes.
  @Test func `a row contains what the script cannot derive`() throws {
    let row = try Self.row(Self.plain)
    #expect(
      row == #"["AP//",{"path":"Show/ep 1.mp3","ms":61000,"db":-20,"#
        + #""title":"One","album":"Show","format":0,"hz":44100,"channels":2,"bytes":976000,"#
        + #""files":0,"sizes":[7,99]}]"#
    )
  }

  @Test func `recordings with the same kinds of files share one description`() throws {
    var tables = PageTables()
    for name in ["a.wav", "b.wav"] {
      _ = try Self.entry(
        #"{"path":"\#(name)","status":"ok","format":"WAV","thumbnails":[{"style":"line","bytes":1,\#(Self.digest),"path":"\#(name).line.png"}]}"#
      ).row(sharing: &tables)
    }
    var json = JSONWriter(.compact)
    json.object { tables.write(to: &$0) }
    #expect(
      String(decoding: json.take(), as: UTF8.self)
        == #"{"formats":["WAV"],"files":[[[".line.png","png","line",1,0,0]]],"covers":[]}"#
    )
  }

  @Test func `an alternative text that is not composed of title and length is kept`() throws {
    let row = try Self.row(
      Self.plain.replacing("Waveform of One, 1:01", with: "Waveform of One, 1:01. 2 markers")
    )
    #expect(row.contains(#""alt":"Waveform of One, 1:01. 2 markers""#))
  }

  @Test func `the bands of bars follow their levels`() throws {
    let row = try Self.row(
      Self.plain.replacing(#""levels":"AP//""#, with: #""levels":"AP//","bands":"AQID""#)
    )
    #expect(row.hasPrefix(#"["AP//.AQID",{"#))
  }

  // A manifest may be edited by anyone, and the page has the levels in its script.
  @Test func `levels that are not Base64 are left out`() throws {
    #expect(try Self.row(Self.plain.replacing("AP//", with: "A<b>")).hasPrefix(#"["",{"#))
  }

  @Test func `loudness, damage and the moments of findings are in a row`() throws {
    let row = try Self.row(
      #"""
      {"path":"a.wav","status":"ok","durationMs":1000,"format":"WAV","missingMs":760,
       "gaps":{"count":2,"lostMs":400,"firstAt":0.5},
       "sound":{"loudness":-16.02,"truePeak":-0.3,"noiseFloor":-60,
         "clipping":{"runs":4,"samples":61,"firstAt":0.25}},"findings":["clipping"]}
      """#
    )
    #expect(
      row.contains(
        #""missingMs":760,"gaps":{"count":2,"lostMs":400,"firstAt":0.5},"#
          + #""sound":{"loudness":-16.02,"truePeak":-0.3,"clipping":{"firstAt":0.25},"runs":4,"clipped":61,"findings":["clipping"]}"#
      )
    )
  }

  private static func analyzed(events: String) throws -> String {
    let json =
      #"{"path":"a.wav","status":"ok","durationMs":9000,"format":"WAV","sound":{"truePeak":-1\#(events)}}"#
    var tables = PageTables()
    var entry = try entry(json)
    entry.events = PageEvents(try JSONValue(Array(json.utf8)))
    return String(decoding: entry.row(sharing: &tables), as: UTF8.self)
  }

  @Test func `events are in a row with their times and channels`() throws {
    // The last one has a number for its kind, which is no kind, and is left out.
    let row = try Self.analyzed(
      events: #"""
        ,"events":[{"kind":"clipping","start":1.25,"end":1.5,"channel":2},
         {"kind":"silence","start":3,"end":4.125},{"kind":7,"start":3,"end":4}],"eventsOmitted":3
        """#
    )
    #expect(
      row.contains(#""events":[["clipping",1.25,1.5,2],["silence",3,4.125]],"eventsOmitted":3"#),
      "\(row)"
    )
  }

  @Test func `a row shows nothing of events that were not listed`() throws {
    // None, an empty list, no list, and an event without its times.
    for events in ["", #","events":[]"#, #","events":"none""#, #","events":[{"kind":"gap"}]"#] {
      #expect(try Self.analyzed(events: events).contains(#""sound":{"truePeak":-1}"#))
    }
  }

  @Test func `a row has the first events of very many`() throws {
    let events = (0..<1000).map { #"{"kind":"dropout","start":\#($0),"end":\#($0).04}"# }
    let row = try Self.analyzed(events: #","events":[\#(events.joined(separator: ","))]"#)
    // Forty, from 0 to 39, and the count of the others: a page is no editor.
    #expect(row.contains(#"["dropout",39,39.04]],"eventsOmitted":960"#), "\(row)")
  }

  // Ten times the limit that was exceeded: a user who sees it should not have to find the right one by trials.
  @Test(arguments: [
    (#""code":"timeout","limit":{"timeoutSeconds":10}"#, #""add":["--timeout","100"]"#),
    (#""code":"too-long","limit":{"maxDurationHours":120}"#, #""add":["--max-duration","1200"]"#),
    (#""code":"out-of-limits","limit":{"maxWork":1000}"#, #""add":["--max-duration","240"]"#),
    (#""code":"unsupported","needs":"ffmpeg""#, #""add":["--ffmpeg=all"]"#),
  ])
  func `a failed row names the option that it lacks`(error: String, option: String) throws {
    let row = try Self.row(
      #"{"path":"film.mp4","status":"failed","error":{\#(error),"message":"No."}}"#
    )
    #expect(row.contains(option), "\(row)")
  }

  @Test func `a failed row whose remedy is no option names none`() throws {
    // With ffmpeg on PATH, recordings with these names are read without a flag.
    for path in ["a.m4a", "a.wma"] {
      let row = try Self.row(
        #"{"path":"\#(path)","status":"failed","error":{"code":"unsupported","needs":"ffmpeg","message":"No."}}"#
      )
      #expect(!row.contains("add"), "\(row)")
    }
  }

  @Test func `recordings of one content are grouped by the numbers of their rows`() throws {
    var copies = PageCopies()
    // Two pairs and a single one, mixed: a, c and f have one content, and b and e another.
    for (path, digit) in [
      ("a", "1"),
      ("b", "2"),
      ("c", "1"),
      ("d", "3"),
      ("e", "2"),
      ("f", "1"),
    ] {
      let digest = String(repeating: digit, count: 32)
      let json = #"{"path":"\#(path)","status":"ok","digest":"\#(digest)","durationMs":1}"#
      copies.add(try #require(ManifestEntry(Array(json.utf8))))
    }
    var json = JSONWriter(.compact)
    json.object { copies.write(to: &$0) }
    #expect(String(decoding: json.take(), as: UTF8.self) == #"{"copies":[[[0,2,5]],[[1,4]]]}"#)
  }

  @Test func `recordings of one sound are grouped, and those of one content within them`() throws {
    var copies = PageCopies()
    let levels = Base64.text(of: (0..<160).map { UInt8(20 + 37 * $0 % 200) })
    // b is the file of a, and c their sound in another format.
    for (path, digit, milliseconds) in [("a", "1", 60_000), ("b", "1", 60_000), ("c", "2", 60_020)]
    {
      let digest = String(repeating: digit, count: 32)
      let json =
        #"{"path":"\#(path)","status":"ok","digest":"\#(digest)","durationMs":\#(milliseconds),"#
        + #""channels":2,"rms":0.1,"peak":0.5,"levels":"\#(levels)"}"#
      copies.add(try #require(ManifestEntry(Array(json.utf8))))
    }
    // Two broken files of one content are no copies.
    for path in ["d", "e"] {
      let digest = String(repeating: "3", count: 32)
      let json =
        #"{"path":"\#(path)","status":"failed","digest":"\#(digest)","#
        + #""error":{"code":"not-audio","message":"No."}}"#
      copies.add(try #require(ManifestEntry(Array(json.utf8))))
    }
    var json = JSONWriter(.compact)
    json.object { copies.write(to: &$0) }
    #expect(String(decoding: json.take(), as: UTF8.self) == #"{"copies":[[[0,1],[2]]]}"#)
  }

  @Test func `a row contains a picture's shortened name`() throws {
    let row = try Self.row(
      #"{"path":"long.wav","status":"ok","durationMs":1,"thumbnails":[{"style":"mirroredBars","bytes":1,\#(Self.digest),"path":"lo~1.png"}]}"#
    )
    #expect(row.contains(#""addresses":["lo~1.png"]"#))
  }

  @Test func `a path that is not UTF-8 has its exact bytes in the row`() throws {
    // The row is text, so that its path has a replacement character, and only its address the byte.
    let path = Base64.text(of: Array("a".utf8) + [0xFF])
    let row = try Self.row(
      #"{"path":"a\#u{FFFD}","pathBase64":"\#(path)","status":"ok","durationMs":1,"thumbnails":[]}"#
    )
    #expect(row.contains(#""url":"a%FF""#))
  }

  @Test func `a name cannot end the script that contains it`() throws {
    let row = try Self.row(
      #"{"path":"</script><!--\u2028","error":{"code":"empty","message":"Empty."},"status":"failed"}"#
    )
    // Not one, in whatever order: `</script>` ends the script, and `<!--` changes what ends it.
    #expect(!row.contains("<"))
    #expect(row.contains(#""path":"\u003c/script>\u003c!--"#))
    #expect(row.contains(#""status":"failed","code":"empty","message":"Empty.""#))
  }

  @Test func `an item of the plain list is a link and a picture`() throws {
    #expect(
      try Self.entry(Self.plain).item()
        == #"<li><a href="../Show/ep%201.mp3"><bdi>One</bdi></a> 1:01"#
        + #"<img src="Show/ep%201.mp3.circular.png" alt="Waveform of One, 1:01">"#
    )
  }

  @Test func `an item of the plain list shows markup as text`() throws {
    let item = try Self.entry(
      #"{"path":"a/<b>&\"'.mp3","error":{"code":"empty","message":"<i>"},"status":"failed"}"#
    ).item()
    #expect(item == "<li><bdi>&lt;b&gt;&amp;&quot;&#39;.mp3</bdi>: &lt;i&gt;")
  }
}

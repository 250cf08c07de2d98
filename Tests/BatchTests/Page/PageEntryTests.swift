import Bytes
import Outputs
import System
import Testing
import Thumbnails

@testable import Batch
@testable import Library

struct PageEntryTests {
  private static func entry(_ json: String, media: String = "../") throws -> PageEntry {
    var options = PictureOptions()
    options.scales = [1, 2]
    let picture = PagePicture(options, format: .png)
    return PageEntry(
      entry: try JSONValue(Array(json.utf8)), picture: picture,
      media: try #require(MediaPrefix(media)), wayToOutput: "")
  }

  private static func row(_ json: String) throws -> String {
    String(decoding: try entry(json).row(), as: UTF8.self)
  }

  private static let plain = #"""
    {"path":"Show/ep 1.mp3","status":"ok","tags":{"title":"One","album":"Show"},"format":"MPEG-1 layer III",
     "durationMs":61000,"rms":0.1,"truncated":false,"silent":false,"alt":"Waveform of One, 1:01",
     "thumbnails":[{"style":"circular","path":"Show/ep 1.mp3.circular.png"},
       {"style":"mirroredBars","scale":1,"path":"Show/ep 1.mp3.mirroredBars.png"},
       {"style":"mirroredBars","scale":2,"path":"Show/ep 1.mp3.mirroredBars@2x.png"}]}
    """#

  @Test func `a row holds what the script cannot work out`() throws {
    let row = try Self.row(Self.plain)
    #expect(
      row == #"{"path":"Show/ep 1.mp3","alt":"Waveform of One, 1:01","ms":61000,"db":-20,"#
        + #""title":"One","album":"Show","format":"MPEG-1 layer III"}"#)
  }

  @Test func `a picture with a shortened name is named`() throws {
    let row = try Self.row(
      #"{"path":"long.wav","durationMs":1,"thumbnails":[{"style":"mirroredBars","path":"lo~1.png"}]}"#
    )
    #expect(row.contains(#""pictures":["lo~1.png"]"#))
  }

  @Test func `a path that is not UTF-8 comes with its exact bytes`() throws {
    let path = Base64.text(of: Array("a".utf8) + [0xFF])
    let row = try Self.row(
      #"{"path":"a\#u{FFFD}","pathBase64":"\#(path)","durationMs":1,"thumbnails":[]}"#)
    #expect(row.contains(#""url":"a%FF""#))
  }

  @Test func `nothing in a name ends the script that holds it`() throws {
    let row = try Self.row(
      #"{"path":"</script><!--\u2028","error":{"code":"empty","message":"Empty."},"status":"failed"}"#
    )
    #expect(!row.contains("<"))
    #expect(row.contains(#""path":"\u003c/script>\u003c!--"#))
    #expect(row.contains(#""status":"failed","code":"empty","message":"Empty.""#))
  }

  @Test func `an item of the plain list is a link and a picture`() throws {
    #expect(
      try Self.entry(Self.plain).item()
        == #"<li><a href="../Show/ep%201.mp3"><bdi>One</bdi></a> 1:01"#
        + #"<img src="Show/ep%201.mp3.mirroredBars.png" alt="Waveform of One, 1:01">"#)
  }

  @Test func `an item of the plain list shows markup as text`() throws {
    let item = try Self.entry(
      #"{"path":"a/<b>&\"'.mp3","error":{"message":"<i>"},"status":"failed"}"#
    ).item()
    #expect(item == "<li><bdi>&lt;b&gt;&amp;&quot;&#39;.mp3</bdi>: &lt;i&gt;")
  }
}

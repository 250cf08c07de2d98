import Testing
import WavethumbSystem

@testable import WavethumbLibrary
@testable import WavethumbOptions

struct MediaPrefixTests {
  @Test func `the default media prefix leads from the page to the library`() {
    #expect(MediaPrefix(path: "..").text == "../")
    #expect(MediaPrefix(path: "../../pod casts").text == "../../pod%20casts/")
    // A colon in the first component would be taken for that of a scheme: in the path of the
    // library, and behind an empty path in the name of a recording.
    #expect(MediaPrefix(path: "").text == "./")
    #expect(MediaPrefix(path: "a:b").text == "a%3Ab/")
  }

  // Other schemes, URLs without a host, and characters that end an attribute, a directive of the
  // content security policy, or the path of a URL: each could bring a script into the page, or
  // block its sound.
  @Test(arguments: [
    "javascript:alert(1)", "data:text/html,x", "https://", "https:///x", "http://user@host/", "",
    "a b", "https://host/;script-src *", "\"", "é", "https://host,other/", "a?b", "a#b",
  ])
  func `an invalid media prefix is rejected`(text: String) {
    #expect(MediaPrefix(text) == nil)
  }

  @Test func `the policy allows a media URL, but needs nothing for a path`() {
    let elsewhere = MediaPrefix("https://cdn.example.org:8443/audio")
    #expect(elsewhere?.text == "https://cdn.example.org:8443/audio/")
    // With its port, without which the policy would block the recordings.
    #expect(elsewhere?.origin == "https://cdn.example.org:8443")

    #expect(MediaPrefix("../audio/")?.origin == nil)
    #expect(MediaPrefix("/audio/")?.origin == nil)
  }
}

import Testing
import WavethumbSystem

@testable import WavethumbLibrary
@testable import WavethumbOptions

struct MediaPrefixTests {
  @Test func `the default media prefix leads from the page to the library`() {
    #expect(MediaPrefix(path: "..").text == "../")
    #expect(MediaPrefix(path: "../../pod casts").text == "../../pod%20casts/")
    #expect(MediaPrefix(path: "").text == "./")
    #expect(MediaPrefix(path: "a:b").text == "a%3Ab/")
  }

  @Test(arguments: [
    "javascript:alert(1)", "data:text/html,x", "https://", "https:///x", "http://user@host/", "",
    "a b", "https://host/;script-src *", "\"", "é", "https://host,other/", "a?b", "a#b",
  ])
  func `an invalid media prefix is rejected`(text: String) {
    #expect(MediaPrefix(text) == nil)
  }

  @Test func `the policy allows a media URL, but needs nothing for a path`() {
    #expect(
      MediaPrefix("https://cdn.example.org:8443/audio")?.text
        == "https://cdn.example.org:8443/audio/"
    )
    #expect(
      MediaPrefix("https://cdn.example.org:8443/audio")?.origin == "https://cdn.example.org:8443"
    )
    #expect(MediaPrefix("../audio/")?.origin == nil)
    #expect(MediaPrefix("/audio/")?.origin == nil)
  }
}

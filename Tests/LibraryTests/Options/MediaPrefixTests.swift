import System
import Testing

@testable import Library

struct MediaPrefixTests {
  @Test func `the way leads from the page to the library`() {
    #expect(MediaPrefix(from: "/a/lib/.wavethumb", to: "/a/lib").text == "../")
    #expect(MediaPrefix(from: "/srv/www/waves", to: "/srv/pod casts").text == "../../pod%20casts/")
    #expect(MediaPrefix(from: "/lib", to: "/lib").text == "./")
    #expect(MediaPrefix(from: "/lib", to: "/lib/a:b").text == "a%3Ab/")
  }

  @Test(arguments: [
    "javascript:alert(1)", "data:text/html,x", "https://", "https:///x", "http://user@host/", "",
    "a b", "https://host/;script-src *", "\"", "é", "https://host,other/", "a?b", "a#b",
  ])
  func `a prefix that is neither a URL nor a path is refused`(text: String) {
    #expect(MediaPrefix(text) == nil)
  }

  @Test func `an address is let in by the policy, and a way is not`() {
    #expect(
      MediaPrefix("https://cdn.example.org:8443/audio")?.text
        == "https://cdn.example.org:8443/audio/")
    #expect(
      MediaPrefix("https://cdn.example.org:8443/audio")?.origin == "https://cdn.example.org:8443")
    #expect(MediaPrefix("../audio/")?.origin == nil)
    #expect(MediaPrefix("/audio/")?.origin == nil)
  }
}

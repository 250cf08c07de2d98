import Testing

@testable import WavethumbBytes

@Suite struct TextSearchTests {
  @Test func `texts are found as the library for regular expressions finds them`() {
    let text = "aab aaab é"
    #expect(text.firstRange(of: "aab")?.lowerBound == text.startIndex)
    let second = text.index(text.startIndex, offsetBy: 4)
    #expect(text.firstRange(of: "aaab")?.lowerBound == second)
    // The same character in two code points.
    #expect(text.firstRange(of: "e\u{301}") != nil)
    #expect(text.firstRange(of: "aaaab") == nil)
    #expect("".firstRange(of: "a") == nil)
    // A search that goes on behind a failed match, and not behind its beginning, misses this one.
    #expect([1, 2, 1, 2, 3].firstRange(of: [1, 2, 3]) == 2..<5)
    #expect("matches no streams".contains("no stream"))
    #expect(!"matches".contains("matches no"))
  }

  @Test func `each occurrence is replaced once, from the start`() {
    #expect("aaa".replacing("aa", with: "b") == "ba")
    #expect("50 % of %".replacing("%", with: "%%") == "50 %% of %%")
    #expect("none".replacing("%", with: "%%") == "none")
    #expect("a\nb".replacing("\n", with: "") == "ab")
  }
}

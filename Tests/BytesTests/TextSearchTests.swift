import Testing

@testable import WavethumbBytes

@Suite struct TextSearchTests {
  @Test func `texts are found as the library for regular expressions finds them`() {
    let text = "aab aaab é"
    let secondWord = text.index(text.startIndex, offsetBy: 4)
    #expect(text.firstRange(of: "aab")?.lowerBound == text.startIndex)
    #expect(text.firstRange(of: "aaab")?.lowerBound == secondWord)
    #expect(text.firstRange(of: "aaaab") == nil)
    #expect("".firstRange(of: "a") == nil)

    // The same character in two code points: a search in bytes would not find it.
    #expect(text.firstRange(of: "e\u{301}") != nil)

    // A search that goes on behind a failed match, and not behind its beginning, misses this one.
    let numbers = [1, 2, 1, 2, 3]
    #expect(numbers.firstRange(of: [1, 2, 3]) == 2..<5)

    #expect("matches no streams".contains("no stream"))
    // Longer than the text, of which it has all characters at its start.
    #expect(!"matches".contains("matches no"))
  }

  @Test func `each occurrence is replaced once, from the start`() {
    // Occurrences that overlap: the second begins in the first.
    #expect("aaa".replacing("aa", with: "b") == "ba")
    // The replacement has the searched text in it, and must not be searched again.
    #expect("50 % of %".replacing("%", with: "%%") == "50 %% of %%")
    #expect("none".replacing("%", with: "%%") == "none")
    #expect("a\nb".replacing("\n", with: "") == "ab")
  }
}

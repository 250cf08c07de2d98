import Testing

@testable import Raster

@Test(
  arguments: [
    ("#fff", [255, 255, 255, 255]),
    ("#1e90ff", [30, 144, 255, 255]),
    ("#80808099", [128, 128, 128, 153]),
    ("#F0a8", [255, 0, 170, 136]),
    ("DodgerBlue", [30, 144, 255, 255]),
    ("rebeccapurple", [102, 51, 153, 255]),
    ("grey", [128, 128, 128, 255]),
    ("none", [0, 0, 0, 0]),
    ("transparent", [0, 0, 0, 0]),
  ] as [(String, [Int])]
)
func `colors are parsed as in CSS`(text: String, expected: [Int]) throws {
  let color = try #require(Color(css: text))
  #expect([color.red, color.green, color.blue, color.alpha].map { Int($0) } == expected)
}

// `#é12` has three digits' worth of characters in four bytes.
@Test(arguments: [
  "", "#", "#12", "#12345", "#1234567", "#ggg", "#é12", "blu", "rgb(0,0,0)", "# fff",
])
func `an invalid color is rejected`(text: String) {
  #expect(Color(css: text) == nil)
}

@Test func `all 148 names of CSS and two for transparent are known`() {
  #expect(Color.names.count == 150)
  #expect(Color.names.allSatisfy { Color(css: $0) != nil })
  #expect(Color.names == Color.names.sorted())
}

import Testing

@testable import Raster

// Three, six and eight digits, four digits, and names in any case. Single digits are doubled: `#F0a8`
// is `#FF00AA88`.
@Test(
  arguments: [
    (text: "#fff", color: Color(red: 255, green: 255, blue: 255)),
    (text: "#1e90ff", color: Color(red: 0x1E, green: 0x90, blue: 0xFF)),
    (text: "#80808099", color: Color(red: 0x80, green: 0x80, blue: 0x80, alpha: 0x99)),
    (text: "#F0a8", color: Color(red: 0xFF, green: 0x00, blue: 0xAA, alpha: 0x88)),
    (text: "DodgerBlue", color: Color(red: 30, green: 144, blue: 255)),
    (text: "rebeccapurple", color: Color(red: 102, green: 51, blue: 153)),
    (text: "grey", color: Color(red: 128, green: 128, blue: 128)),
    (text: "none", color: .clear),
    (text: "transparent", color: .clear),
  ]
)
func `colors are parsed as in CSS`(text: String, color: Color) {
  #expect(Color(css: text) == color)
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

/// Files of this checkout.
enum Fixture {
  static let checkout = {
    let here = #filePath.split(separator: "/").dropLast(3)
    return "/" + here.joined(separator: "/")
  }()

  static func path(_ name: String) -> String { "\(checkout)/Fixtures/\(name)" }
}

/// Files of this checkout.
enum Fixture {
  /// The folder of the repository, two above the one of this file.
  static let checkout = {
    let steps = #filePath.split(separator: "/").dropLast(3)
    return "/" + steps.joined(separator: "/")
  }()

  /// Returns the path of a fixture.
  static func path(_ name: String) -> String { "\(checkout)/Fixtures/\(name)" }
}

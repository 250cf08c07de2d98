/// The name and the facts of a recording, in a line above its drawing.
public struct ThumbnailCaption: Sendable, Hashable {
  /// The title or the file name, which is shortened in its middle where the line is too long.
  public var name: String
  /// What follows the name, such as the format and the length.
  public var facts: [String]

  /// Creates a caption.
  public init(name: String, facts: [String]) {
    self.name = name
    self.facts = facts
  }
}

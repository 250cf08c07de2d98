/// An open folder that several owners hold, closed when the last lets go.
public final class SharedFolder: Sendable {
  public let folder: Folder

  public init(_ folder: consuming Folder) {
    self.folder = folder
  }
}

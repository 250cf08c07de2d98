/// An open folder that several owners hold, closed when the last lets go.
package final class SharedFolder: Sendable {
  package let folder: Folder

  package init(_ folder: consuming Folder) {
    self.folder = folder
  }
}

/// The folder in which spools have their unnamed files.
package final class SpoolFolder: Sendable {
  let folder: Folder

  package init(_ folder: borrowing Folder) throws(SystemFailure) {
    self.folder = try folder.folder(".")
  }
}

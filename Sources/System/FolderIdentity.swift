/// Identifies a folder by device and inode, independent of its path.
package struct FolderIdentity: Sendable, Hashable {
  package var device: UInt64
  package var inode: UInt64
}

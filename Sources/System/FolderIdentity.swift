/// Identifies a folder by device and inode, independent of its path.
package struct FolderIdentity: Sendable, Hashable { package var device, inode: UInt64 }

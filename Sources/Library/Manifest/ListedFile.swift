import Codecs
package import Outputs
package import WavethumbSystem

/// A picture or data file that the manifest lists.
package struct ListedFile: Sendable {
  /// Relative to the output.
  package let path: RelativePath
  /// How the file is digested: a picture as a whole, data block by block.
  package let kind: OutputFormat.Kind
  package let file: WrittenFile
}

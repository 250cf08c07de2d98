/// The type of samples before they were decoded to floating point, which decides how they are
/// rounded to 16 bits.
package enum SampleOrigin: UInt8, Sendable, Hashable, CaseIterable {
  /// Integers of any width, which keep their upper 16 bits.
  case integers
  /// Numbers that stand in the file as they are.
  case numbers
  /// Samples that libmpg123 decodes.
  case mpeg
  /// Samples that libvorbis and libopus decode.
  case xiph
}

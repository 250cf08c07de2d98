/// The type of samples before decoding, which determines how they are rounded to 16 bits.
public enum SampleOrigin: UInt8, Sendable, Hashable, CaseIterable {
  /// Integers of any width, of which the upper 16 bits are used.
  case integers
  /// Numbers that the file stores as they are.
  case numbers
  /// Samples decoded by libmpg123.
  case mpeg
  /// Samples decoded by libvorbis or libopus.
  case xiph
}

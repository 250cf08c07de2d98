/// What floating-point samples were before they were decoded, which tells how they are written in
/// 16 bits.
package enum SampleOrigin: UInt8, Sendable, Hashable, CaseIterable {
  /// Integers of any width, which keep their upper 16 bits.
  case integers
  /// Numbers that stand in the file as they are.
  case numbers
  /// What libmpg123 decodes.
  case mpeg
  /// What libvorbis and libopus decode.
  case xiph
}

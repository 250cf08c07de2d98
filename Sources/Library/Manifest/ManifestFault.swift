package import WavethumbSystem

/// Why a manifest cannot be read to its end.
package enum ManifestFault: Error {
  /// The text is truncated, or not a manifest.
  case broken
  case unreadable(SystemFailure)
  /// A signal arrived.
  case stopped
}

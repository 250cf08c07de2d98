/// An option that requires a format that supports it.
package enum OutputOption: String, Sendable, CaseIterable {
  case overlay, animate, levels, zoom, bits, points, spectrum
}

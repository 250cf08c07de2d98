/// Colours as PNG stores them, not multiplied by their alpha; words whose highest byte is alpha.
enum StraightColor {
  /// The nearest straight colour of a premultiplied one; what has no alpha is black.
  @inline(__always)
  static func straight(_ pixel: UInt32) -> UInt32 {
    let alpha = pixel >> 24
    if alpha == 255 { return pixel }
    if alpha == 0 { return 0 }
    let half = alpha >> 1
    let red = min(255, ((pixel & 255) &* 255 &+ half) / alpha)
    let green = min(255, ((pixel >> 8 & 255) &* 255 &+ half) / alpha)
    let blue = min(255, ((pixel >> 16 & 255) &* 255 &+ half) / alpha)
    return red | green << 8 | blue << 16 | alpha << 24
  }

  /// Whether a straight colour, given the alpha of `pixel`, comes out as `pixel` when it is
  /// multiplied.
  ///
  /// At low alpha many straight colours do: the one that stands beside it already costs nothing
  /// more.
  @inline(__always)
  static func agrees(_ color: UInt32, with pixel: UInt32) -> Bool {
    let alpha = pixel >> 24
    return multiplied(color & 255, alpha) == pixel & 255
      && multiplied(color >> 8 & 255, alpha) == pixel >> 8 & 255
      && multiplied(color >> 16 & 255, alpha) == pixel >> 16 & 255
  }

  /// The product of two bytes, where 255 is one, to the nearest.
  @inline(__always)
  private static func multiplied(_ component: UInt32, _ alpha: UInt32) -> UInt32 {
    let product = component &* alpha &+ 128
    return (product &+ product >> 8) >> 8
  }
}

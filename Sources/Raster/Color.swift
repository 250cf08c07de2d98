/// A colour in sRGB with straight alpha, a byte a component.
public struct Color: Equatable, Hashable, Sendable {
  /// From 0 to 255.
  public var red: UInt8
  /// From 0 to 255.
  public var green: UInt8
  /// From 0 to 255.
  public var blue: UInt8
  /// The opacity, from 0 for clear to 255 for opaque.
  public var alpha: UInt8

  /// A colour, opaque unless told otherwise.
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Nothing to be seen.
  public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)

  /// The same colour with its opacity multiplied by a share from 0 to 1.
  public func faded(to share: Double) -> Color {
    var color = self
    color.alpha = UInt8((Double(alpha) * (share.isNaN ? 1 : share.clamped(to: 0...1))).rounded())
    return color
  }

  /// The colour as it lies in a canvas: each component multiplied by alpha, red in the lowest byte.
  var premultiplied: UInt32 {
    func scaled(_ component: UInt8) -> UInt32 { (UInt32(component) * UInt32(alpha) + 127) / 255 }
    return scaled(red) | scaled(green) << 8 | scaled(blue) << 16 | UInt32(alpha) << 24
  }
}

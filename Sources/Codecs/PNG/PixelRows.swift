/// The number of pixels that are compared at once.
// As many color indices as two words hold, and a bit of 32 for each.
let pixelChunk = 16

/// The rows of a canvas: words whose highest byte is alpha.
typealias PixelRows = PictureRows<UInt32>

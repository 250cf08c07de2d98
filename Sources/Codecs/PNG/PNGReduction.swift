import CPNG
import Glibc

/// Reads a PNG that may be very large, and passes on a smaller picture row by row.
// Row by row, because a cover of 64 million pixels would take 256 MB as a whole.
package enum PNGReduction {
  /// The largest number of pixels per cell along a side.
  package static let maximumFactor = Int(WT_PNG_MAXIMUM_FACTOR)
  // The largest number of pixels of an interlaced result; each needs 32 bytes until the end.
  private static let maximumInterlacedPixels = 1 << 19

  /// Receives a row of premultiplied RGBA, one byte per component.
  package typealias Rows = (_ row: [UInt8]) -> Void

  /// Reduces a picture: each pixel of the result is the mean of `factor` times `factor` pixels, or
  /// of more if the picture is interlaced and large.
  package static func reduce(
    _ file: [UInt8],
    factor: Int,
    maximumPixels: Int,
    to rows: @escaping Rows
  ) throws(PNGFailure) -> (width: Int, height: Int) {
    let sink = RowSink(rows)
    var reduction = unsafe wt_png_reduction()
    defer {
      unsafe free(reduction.sums)
      unsafe free(reduction.row)
    }
    unsafe reduction.maximum_pixels = maximumPixels
    unsafe reduction.maximum_interlaced = maximumInterlacedPixels
    unsafe reduction.factor = UInt32(min(max(factor, 1), maximumFactor))
    unsafe reduction.context = Unmanaged.passUnretained(sink).toOpaque()
    unsafe reduction.cells = { context, width, cells in
      guard let context = unsafe context, let cells = unsafe cells else { return }
      let row = unsafe UnsafeBufferPointer(start: cells, count: Int(width) * 4)
      let sink = unsafe Unmanaged<RowSink>.fromOpaque(context).takeUnretainedValue()
      unsafe sink.receive(Array(row))
    }
    defer { withExtendedLifetime(sink) {} }
    let status = unsafe file.withUnsafeBufferPointer { bytes in
      var input = unsafe wt_png_input()
      unsafe input.bytes = bytes.baseAddress
      unsafe input.count = bytes.count
      let code = unsafe wt_png_reduce(&input, &reduction)
      let reason = unsafe String(cString: wt_png_reason(&input.report))
      return (code: code, reason: reason)
    }
    switch status.code {
    case CInt(WT_PNG_OK): return unsafe (Int(reduction.width), Int(reduction.height))
    case CInt(WT_PNG_NO_MEMORY): throw .outOfMemory
    default: throw .refused(reason: status.reason)
    }
  }

  /// Keeps the closure alive for C, which has only its address.
  private final class RowSink {
    let receive: Rows

    init(_ receive: @escaping Rows) { self.receive = receive }
  }
}

import Codecs
import Decoding
import Raster
import Thumbnails
import WavethumbBytes
import WavethumbSystem

/// Decodes art: PNG in a worker, JPEG and WebP by ffmpeg. Keeps the last picture, which an album's
/// recordings share.
final class CoverPixels: Sendable {
  /// Art is reduced to at most this many pixels; larger pictures of it are slightly blurred.
  // 16 MiB for each kept one, of four bytes a pixel. Untuned.
  private static let maximumPixels = 4 << 20
  // Neighbours in a library are decoded at the same time, and may belong to several albums. Untuned.
  private static let maximumKept = 4

  private typealias Decoded = Result<PhotoPixels, CoverFault>

  private let pool: WorkerPool
  private let ffmpeg: FFmpegPicture?
  private let cancel: CInt?
  /// The sizes in pixels of the pictures that show the art.
  private let sizes: [ThumbnailSize]
  private let kept = Locked<[(digest: ContentDigest, pixels: Decoded)]>([])

  init(_ pool: WorkerPool, ffmpeg: FFmpegProgram?, for sizes: [ThumbnailSize], cancel: CInt?) {
    self.pool = pool
    self.ffmpeg = ffmpeg.map { FFmpegPicture($0, cancel: cancel) }
    self.sizes = sizes
    self.cancel = cancel
  }

  /// Returns the pixels of art, as many as the largest picture needs.
  func pixels(
    of found: RecordingCover.Found
  ) throws(DecodeFailure) -> Result<PhotoPixels, CoverFault> {
    let known = kept.withLock { kept in
      kept.first { one in one.digest == found.digest }
    }
    if let known { return known.pixels }
    // Without the lock, which others need meanwhile: two may decode the same art, and the second counts.
    let decoded = try decode(found.art)
    kept.withLock { kept in
      kept.removeAll { one in one.digest == found.digest }
      kept.insert((found.digest, decoded), at: 0)
      if kept.count > Self.maximumKept {
        kept.removeLast()
      }
    }
    return decoded
  }

  private func decode(_ art: CoverArt) throws(DecodeFailure) -> Decoded {
    let header = art.header
    guard header.kind == .png || ffmpeg != nil else { return .failure(.needsFFmpeg) }
    guard let file = DescriptorSystem.file(holding: art.bytes) else { return .failure(.unreadable) }
    let descriptor = Descriptor(owning: file)
    let factor = factor(for: header)
    let result =
      if let ffmpeg, header.kind != .png {
        ffmpeg.pixels(
          of: descriptor.number,
          header,
          width: max(1, header.width / factor),
          height: max(1, header.height / factor)
        )
      } else {
        pool.pixels(
          of: descriptor.number,
          factor: factor,
          maximumPixels: Self.maximumPixels,
          cancel: cancel
        )
      }
    switch result {
    case .success(let picture):
      // The answer of a worker, whose sizes need not agree.
      guard let pixels = PhotoPixels(picture) else { return .failure(.undecodable) }
      return .success(pixels)
    case .failure(.undecodable): return .failure(.undecodable)
    case .failure(.failed(let failure)): return .failure(try CoverFault(failure))
    }
  }

  /// Returns the factor by which the art can be reduced for every picture.
  // A whole number, so that each pixel is the mean of whole ones: the worker needs no more than sums.
  private func factor(for header: ImageHeader) -> Int {
    let isTurned = header.turn.swapsSides
    let width = isTurned ? header.height : header.width
    let height = isTurned ? header.width : header.height
    let factors = sizes.map { size in min(width / size.width, height / size.height) }
    // Never enlarged here: the picture does that, and blurs it as little as possible.
    var factor = max(1, factors.min() ?? 1)
    // One more on each side, as a rest of the division is a pixel of its own.
    while (width / factor + 1) * (height / factor + 1) > Self.maximumPixels {
      factor += 1
    }
    return factor
  }
}

extension PhotoPixels {
  fileprivate init?(_ picture: ReducedPicture) {
    // Whole pixels only: what is left over makes the count differ from the size, which is refused.
    let end = picture.bytes.count / 4 * 4
    let pixels = stride(from: 0, to: end, by: 4).map { offset in
      picture.bytes.number(at: offset, as: UInt32.self)
    }
    self.init(width: picture.width, height: picture.height, pixels: pixels)
  }
}

import Codecs
package import Decoding
import Outputs
package import WavethumbOptions
package import WavethumbSystem

/// Finds the art of recordings: in each recording, or else in its folder.
package struct CoverFinder: Sendable {
  let source: CoverSource
  let folders: FolderCovers
  let pool: WorkerPool
  /// Decodes art for pixel formats; nil if none is requested.
  let pixels: CoverPixels?
  let cancel: CInt?
  /// Whether embedded art is copied to the output for the page.
  package let copiesArt: Bool
  /// The keys of the copies in the output.
  private let copies: Set<UInt64>
  /// Reduces art that is too large to be copied, if only the page shows it.
  private let ffmpeg: FFmpegPicture?
  /// The most recently reduced art, because the recordings of an album share it.
  private let lastReduced = Locked<(large: CoverArt, small: CoverArt)?>(nil)

  /// Creates a finder; nil if neither pictures nor a page show art.
  package init?(
    _ options: RecordingOptions,
    forPage: Bool = false,
    in library: RawPath,
    output: RawPath? = nil,
    pool: WorkerPool,
    ffmpeg: FFmpegProgram?,
    cancel: CInt?
  ) {
    let sourceOfPage: CoverSource? = forPage ? .auto : nil
    guard let source = options.pictures.cover ?? sourceOfPage else { return nil }
    self.source = source
    copiesArt = forPage
    copies = Set(output.map(Self.copies(in:)) ?? [])
    self.pool = pool
    self.cancel = cancel
    // Pictures show the art in full, so that only for the page it may be reduced.
    let isForPageOnly = options.pictures.cover == nil
    if isForPageOnly, let ffmpeg {
      self.ffmpeg = FFmpegPicture(ffmpeg, cancel: cancel)
    } else {
      self.ffmpeg = nil
    }
    folders = FolderCovers(of: library)
    if !isForPageOnly, options.formats.contains(.png) {
      pixels = CoverPixels(
        pool,
        ffmpeg: ffmpeg,
        for: options.pictures.pixelSizes,
        cancel: cancel
      )
    } else {
      // An SVG embeds the art as it is, and the browser decodes it.
      pixels = nil
    }
  }

  /// Returns the keys of the copies in an output; none if it cannot be read.
  // A power cut leaves empty files, which count as missing. To read the others at each run would take
  // seconds in a large library: `verify` does.
  private static func copies(in output: RawPath) -> [UInt64] {
    do throws(SystemFailure) {
      let output = try Folder(at: output)
      return try CoverCopy.names(in: output).compactMap { name in
        let size = output.fileSize(of: CoverCopy.folder.appending(name)) ?? 0
        guard size > 0, let digest = CoverCopy.digest(in: name) else { return nil }
        return CoverCopy.key(digest)
      }
    } catch {
      return []
    }
  }

  /// Returns a number that changes with the art in the folder of a recording.
  package func fingerprint(for recording: RawPath, in library: borrowing Folder) -> UInt64 {
    guard source.looksIntoFolders else { return FolderCover.nothing }
    return folders.cover(in: recording.parent, of: library).fingerprint
  }

  /// Whether a search would find the same art as the earlier run that recorded this key.
  package func isCurrent(
    _ key: UInt64,
    of recording: RawPath,
    in library: borrowing Folder
  ) -> Bool {
    switch key {
    case RecordingCover.unknown: false
    // Art in the recording changes only with the recording. For a page it has to be copied once.
    case RecordingCover.ownArt: !copiesArt
    case RecordingCover.largeArt: true
    case let copy where copies.contains(copy): true
    default: fingerprint(for: recording, in: library) == key
    }
  }

  /// Returns the art of an open recording; throws if no further decoding is possible.
  package func cover(
    of recording: RawPath,
    openAs descriptor: CInt?,
    in library: borrowing Folder
  ) throws(DecodeFailure) -> RecordingCover {
    var cover = RecordingCover(fault: CoverFault.none)
    if source.looksIntoRecordings, let descriptor {
      switch pool.cover(in: descriptor, cancel: cancel) {
      case .success(nil): break
      case .success(.success(let art)?):
        // The recording's own art takes precedence over its folder's. Art that is too large and cannot
        // be reduced is kept as it is: pictures may show it.
        let shown = reduced(art) ?? art
        cover = RecordingCover(
          found: .init(.embedded, shown),
          fingerprint: RecordingCover.ownArt
        )
      case .success(.failure(let problem)?): cover.fault = CoverFault(problem)
      case .failure(let failure): cover.fault = try CoverFault(failure)
      }
    }
    if cover.found == nil, source.looksIntoFolders {
      look(beside: recording, in: library, for: &cover)
    }
    if let found = cover.found, let pixels {
      switch try pixels.pixels(of: found) {
      case .success(let decoded): cover.pixels = decoded
      case .failure(let fault): cover.fault = fault
      }
    }
    // It may be readable next time: a disk fails, a file is being written.
    if cover.fault == .unreadable {
      cover.fingerprint = RecordingCover.tryAgain
    }
    return cover
  }

  /// Returns reduced art for the page if it is too large to be copied and ffmpeg can reduce it.
  private func reduced(_ art: CoverArt) -> CoverArt? {
    guard let ffmpeg, art.bytes.count > CoverCopy.maximumBytes else { return nil }
    let last = lastReduced.withLock { $0 }
    if let last, last.large == art { return last.small }
    guard let file = DescriptorSystem.file(holding: art.bytes) else { return nil }
    let descriptor = Descriptor(owning: file)
    // Never enlarged: bytes are the limit here, and a small picture may have many.
    let longerSide = max(art.header.width, art.header.height)
    let scale = min(1, Double(CoverCopy.side) / Double(longerSide))
    let width = max(1, Int(Double(art.header.width) * scale))
    let height = max(1, Int(Double(art.header.height) * scale))
    do {
      let jpeg = ffmpeg.jpeg(
        of: descriptor.number,
        art.header,
        width: width,
        height: height,
        atMost: CoverCopy.maximumBytes
      )
      let small = try jpeg.map { bytes throws(CoverProblem) in try CoverArt(bytes) }
      if let small {
        lastReduced.withLock { $0 = (art, small) }
      }
      return small
    } catch {
      return nil
    }
  }

  private func look(
    beside recording: RawPath,
    in library: borrowing Folder,
    for cover: inout RecordingCover
  ) {
    let folder = folders.cover(in: recording.parent, of: library)
    cover.fingerprint = folder.fingerprint
    // A problem with the recording's own art is more informative.
    let ownFault = cover.fault == CoverFault.none ? nil : cover.fault
    if let fault = folder.fault {
      cover.fault = ownFault ?? fault
      return
    }
    switch folders.found(folder, of: library) {
    case nil: break
    case .success(let found)?:
      cover.found = found
      cover.fault = nil
    case .failure(let fault)?: cover.fault = ownFault ?? fault
    }
  }
}

extension CoverFault {
  /// Converts a failure of a worker or ffmpeg; throws if the art is not the cause.
  init(_ failure: DecodeFailure) throws(DecodeFailure) {
    switch failure {
    case .cancelled, .noWorker, .ffmpegNotStarted, .shortOfMemory: throw failure
    case .unreadable, .changed, .killed, .stalled: self = .unreadable
    case .audio, .ffmpegFailed, .crashed, .timeout, .outOfMemory, .beyondEnd, .noChannel,
      .notSplittable:
      self = .undecodable
    }
  }
}

import Codecs
import Thumbnails

/// What all jobs of a run share.
final class ScanTools: Sendable {
  let library: Folder
  let output: OutputTree
  let pool: WorkerPool
  let maker: PictureMaker
  let recordings: KnownContents
  let inFlight = InFlight()
  let request: DecodeRequest
  let writesData: Bool
  let redoesAll: Bool
  let interruption: Interruption
  let meter = DecodingMeter()

  init(
    library: consuming Folder, output: OutputTree, pool: WorkerPool, recordings: KnownContents,
    options: ScanOptions, interruption: Interruption
  ) {
    self.library = library
    self.output = output
    self.pool = pool
    self.recordings = recordings
    self.interruption = interruption
    maker = PictureMaker(options: options.pictures)
    request = DecodeRequest(options)
    writesData = options.writesData
    redoesAll = options.redoesAll
  }
}

extension DecodeRequest {
  init(_ options: ScanOptions) {
    self.init(options.pictures, options.decoding)
  }

  init(_ pictures: PictureOptions, _ decoding: DecodeOptions) {
    self.init(split: pictures.look.splitsChannels)
    limits.hours = decoding.longestHours
  }
}

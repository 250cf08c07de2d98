import Codecs

extension RecordingDecoder {
  /// Emits the picture in the tags, which the parent checks, and returns whether there is one.
  func cover() throws(DecodeFailure) -> Bool {
    let source = try source()
    let art = EmbeddedPictures(of: source).best
    if let failure = source.failure { throw .unreadable(errno: failure) }
    if let art { emit(.bytes(art)) }
    return art != nil
  }

  /// Emits the pixels of a PNG, premultiplied, and returns the width; 0 for an invalid file.
  func pixels(factor: Int) throws(DecodeFailure) -> Int {
    let source = try source()
    let file = try Self.orFail { () throws(AudioFailure) in
      try source.all(atMost: CoverArt.mostBytes)
    }
    var waiting: [UInt8] = []
    do throws(PNGFailure) {
      let size = try PNGReduction.reduce(
        file, factor: factor, mostPixels: CoverArt.mostPixels
      ) { row in
        waiting += row
        guard waiting.count >= Self.bytesAtOnce else { return }
        emit(.bytes(waiting))
        waiting.removeAll(keepingCapacity: true)
      }
      emit(.bytes(waiting))
      return size.width
    } catch {
      if error == .outOfMemory { throw WorkerSandbox.outOfMemory }
      return 0
    }
  }
}

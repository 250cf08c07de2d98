import Codecs

/// Gets a recording's measurement from its descriptor, by whatever can read it.
struct RecordingDecoding {
  let tools: ScanTools
  let needsFFmpeg: Bool
  /// Others may have nothing else to do.
  let mayBeShared: Bool

  func decode(_ file: borrowing Descriptor) -> Result<DecodedRecording, DecodeFailure> {
    if mayBeShared, let result = decodeTogether(file) { return result }
    var told = 0
    return tools.pool.decode(
      descriptor: file.number, request: tools.request, cancel: tools.interruption.descriptor
    ) { milliseconds in
      tools.meter.add(milliseconds: milliseconds - told)
      told = milliseconds
    }
  }

  private func decodeTogether(
    _ file: borrowing Descriptor
  ) -> Result<DecodedRecording, DecodeFailure>? {
    let meter = tools.meter
    return SharedDecoding(
      tools.pool, descriptor: file.number, request: tools.request,
      cancel: tools.interruption.descriptor
    ) { milliseconds in
      meter.add(milliseconds: milliseconds)
    }?.decode(helpers: tools.width - 1, hands: tools.hands)
  }
}

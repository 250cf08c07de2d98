import Codecs

/// Gets a recording's measurement from its descriptor, by whatever can read it.
struct RecordingDecoding {
  let tools: ScanTools
  let needsFFmpeg: Bool

  func decode(_ file: borrowing Descriptor) -> Result<DecodedRecording, DecodeFailure> {
    var told = 0
    return tools.pool.decode(
      descriptor: file.number, request: tools.request, cancel: tools.interruption.descriptor
    ) { milliseconds in
      tools.meter.add(milliseconds: milliseconds - told)
      told = milliseconds
    }
  }
}

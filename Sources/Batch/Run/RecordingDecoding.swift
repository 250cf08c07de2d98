import Codecs
import Decoding
import System

/// Gets a recording's measurement from its descriptor, by whatever can read it.
struct RecordingDecoding {
  let tools: ScanTools
  /// Others may have nothing else to do.
  let mayBeShared: Bool

  func decode(_ file: borrowing Descriptor) -> ReadRecording {
    if mayBeShared, let result = decodeTogether(file) { return ReadRecording(result: result) }
    var told = 0
    func tell(_ milliseconds: Int) {
      tools.meter.add(milliseconds: milliseconds - told)
      told = milliseconds
    }
    let result = tools.pool.decode(
      descriptor: file.number, request: tools.request, cancel: tools.interruption.descriptor,
      progress: tell)
    return ReadRecording(result, file.number, or: tools.ffmpeg, progress: tell)
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

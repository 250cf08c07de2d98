import Synchronization
import Testing
import Waveform

@testable import Batch

@Suite struct `Decoding with several workers` {
  /// Seven minutes: long enough for two parts.
  private static let long = WaveFile.tone(frames: 8000 * 60 * 7)

  private func decoding(width: Int, cancel: CInt? = nil) -> SplitDecoding {
    SplitDecoding(
      pool: .testing(), request: DecodeRequest(split: true), width: width, cancel: cancel)
  }

  @Test func `parts make the very whole`() throws {
    try Self.long.withDescriptor { file in
      let heard = Mutex(0)
      let whole = try decoding(width: 1).decode(descriptor: file).get()
      let parts = try decoding(width: 3).decode(descriptor: file) { frames in
        heard.withLock { $0 = max($0, frames) }
      }.get()
      #expect(parts == whole)
      #expect(heard.withLock { $0 } <= whole.measurement.mix.frames)
    }
  }

  @Test func `what breaks off is decoded as a whole`() throws {
    var cut = Self.long
    cut.declaredBytes = UInt32(cut.samples.count * 3)
    try cut.withDescriptor { file in
      let recording = try decoding(width: 2).decode(descriptor: file).get()
      #expect(recording.measurement.mix.truncated)
      #expect(recording.measurement.mix.frames == cut.samples.count)
    }
  }

  @Test func `a wish to stop reaches all of them`() throws {
    let wish = try #require(WorkerSystem.file(holding: []))
    defer { WorkerSystem.close(wish) }
    Self.long.withDescriptor { file in
      #expect(
        decoding(width: 2, cancel: wish).decode(descriptor: file) == .failure(.cancelled))
    }
  }
}

import Codecs
import TestSupport
import Testing
import Waveform
import WavethumbBytes
import WavethumbSystem

@testable import Decoding

@Suite struct `Watching a waveform load` {
  private let tree: TemporaryTree

  init() throws {
    tree = try TemporaryTree()
  }

  private func loader(_ name: RawPath, previewSeconds: Double? = nil) -> WaveformLoader {
    var request = DecodeRequest()
    request.previewSeconds = previewSeconds
    return WaveformLoader(tree.path.appending(name), pool: .testing(), request: request)
  }

  /// Returns the state names up to `last`, without repeats.
  private func names(_ loader: WaveformLoader, until last: String) async -> [String] {
    var names: [String] = []
    for await state in loader.states {
      let name =
        switch state {
        case .idle: "idle"
        case .loading: "loading"
        case .loaded: "loaded"
        case .failed: "failed"
        }
      if names.last != name {
        names.append(name)
      }
      if name == last, names.count > 1 { break }
    }
    return names
  }

  @Test func `a loader goes from idle over loading to loaded`() async throws {
    try tree.write("tone.wav", bytes: WaveFile.tone(frames: 8000).bytes)
    let loader = loader("tone.wav")
    loader.load()
    #expect(await names(loader, until: "loaded") == ["idle", "loading", "loaded"])
  }

  @Test func `previews converge to the final measurement`() async throws {
    // Ten minutes, and a preview for each block of the decoder: at four a second there might be none.
    try tree.write("tone.wav", bytes: WaveFile.tone(frames: 8000 * 600).bytes)
    let loader = loader("tone.wav", previewSeconds: 0)
    loader.load()
    var progress: [Double] = []
    for await state in loader.states {
      switch state {
      case .loading(let made?, let partial?):
        progress.append(made)
        let bars = partial.bars(100, measure: .rms)
        #expect(partial.frames == 8000 * 600)
        #expect(bars.count == 100)
        // Bars are those of the whole, from which the end is still missing.
        if made < 0.9 {
          #expect(bars[99] == 0)
          #expect(bars[0] > 0)
        }
      case .loaded(let measurement):
        #expect(measurement.mix.bars(100, measure: .rms)[99] > 0)
      default: continue
      }
      if case .loaded = state { break }
    }

    #expect(progress.count > 1)
    #expect(progress == progress.sorted())
  }

  @Test func `a failed loader has a reason, and can try again`() async throws {
    try tree.write("tone.wav", text: "no sound at all")
    let loader = loader("tone.wav")
    loader.load()
    for await state in loader.states {
      guard case .failed(let error) = state else { continue }
      #expect(error as? LoadingFailure == .undecodable(.audio(.notAudio(what: "text"))))
      break
    }
    try tree.write("tone.wav", bytes: WaveFile.tone(frames: 8000).bytes)
    loader.load()
    #expect(await names(loader, until: "loaded") == ["loading", "loaded"])
  }

  @Test func `a cancelled loader is idle, and can begin again`() async throws {
    try tree.write("tone.wav", bytes: WaveFile.tone(frames: 8000 * 600).bytes)
    let loader = loader("tone.wav")
    loader.load()
    loader.cancel()
    // Before the worker of the first attempt has ended: what it still sends must not reach this one.
    loader.load()
    #expect(
      await names(loader, until: "loaded") == ["idle", "loading", "idle", "loading", "loaded"]
    )
  }

  @Test func `a given summary is loaded at once`() async {
    let loader = WaveformLoader(WaveformSummary(amplitudes: [0.5, 1], duration: 3))
    loader.load()
    #expect(await names(loader, until: "loaded") == ["idle", "loaded"])
  }

  // Opened or read as a file, it would block until a writer comes.
  @Test func `a loader does not wait for a pipe`() async throws {
    try tree.makePipe("pipe.wav")
    let loader = loader("pipe.wav")
    loader.load()
    #expect(await names(loader, until: "failed") == ["idle", "loading", "failed"])
  }

  @Test func `a preview survives the transfer between processes`() throws {
    let measurement = WaveformMeasurement(
      mix: WaveformSummary(amplitudes: [0.1, 0.9], duration: 2)
    )
    for progress in [nil, 0, 0.5, 1] as [Double?] {
      let message = WorkerMessage.preview(
        DecodePreview(progress: progress, measurement: measurement)
      )
      #expect(WorkerMessage(packet: message.packet) == message)
      // A packet that was cut is no preview with less in it.
      #expect(WorkerMessage(packet: message.packet.dropLast()) == nil)
    }
  }

  @Test func `a preview with a spectrogram is one message, silent where undecoded`() throws {
    var meter = WaveformMeter(
      channels: 2,
      sampleRate: 8000,
      length: .known(frames: 400_000),
      format: SampleFormat(.int16),
      measures: Measures(
        SpectrogramMeasure(columns: 700),
        SpectrumMeasure(),
        LanesMeasure()
      )
    )
    // Half of the samples that were announced, in two channels: a sawtooth of ten frames, 800 Hz.
    let tone = (0..<400_000).map { Int16($0 / 2 % 10 * 2000) }
    unsafe meter.add(tone.span.bytes)

    let preview = DecodePreview(meter)
    #expect(WorkerMessage.preview(preview).packet.count <= WorkerMessage.maximumPacketSize)
    let levels = try #require(preview.measurement.spectrogram).levels
    // Half of the frames were measured; the column in the middle may have some of both.
    let half = levels.count / 2 - Spectrogram.binCount(window: 1024)
    // Levels are bytes; 200 is loud.
    #expect(levels.prefix(half).contains { $0 > 200 })
    #expect(levels.suffix(half).allSatisfy { $0 == 0 })
  }

  @Test func `a failed loader tries again`() async throws {
    let loader = loader("late.wav")
    loader.load()
    #expect(await names(loader, until: "failed").last == "failed")
    try tree.write("late.wav", bytes: WaveFile.tone(frames: 8000).bytes)
    loader.retry()
    #expect(await names(loader, until: "loaded").last == "loaded")
  }

  @Test func `a summary that exists already ends loading`() async throws {
    let loader = loader("none.wav")
    loader.set(.demo(duration: 3))
    var last: WaveformState?
    for await state in loader.states {
      last = state
    }
    #expect(last?.summary == .demo(duration: 3))
  }

  @Test func `one call loads, or throws the reason`() async throws {
    try tree.write("tone.wav", bytes: WaveFile.tone(frames: 8000).bytes)
    let measurement = try await WaveformLoader.load(
      tree.path.appending("tone.wav"),
      pool: .testing()
    )
    #expect(measurement.mix.duration == 1)
    await #expect(throws: LoadingFailure.self) {
      _ = try await WaveformLoader.load(tree.path.appending("none.wav"), pool: .testing())
    }
  }
}

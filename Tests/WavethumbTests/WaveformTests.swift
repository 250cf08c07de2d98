import TestSupport
import Testing
import Wavethumb
import WavethumbSystem

@Suite struct `A recording in one import` {
  private let tree: TemporaryTree

  init() throws {
    tree = try TemporaryTree()
  }

  /// Writes two seconds of a tone, and returns its path.
  private func tone() throws -> String {
    try tree.write("tone.wav", bytes: WaveFile.tone(frames: 16_000).bytes)
    return String(decoding: tree.path.appending("tone.wav").bytes, as: UTF8.self)
  }

  @Test func `a recording is measured, and draws itself`() async throws {
    let waveform = try await Waveform(contentsOf: tone(), isolation: .off)
    #expect(waveform.duration == 2)
    #expect(waveform.sampleRate == 8000)
    #expect(waveform.channels == 1)
    #expect(waveform.levels(200).count == 200)

    // A tone that rises to 30,000 of 32,767 is at -8.8 LUFS, as measured by `--analyze`.
    let loudness = try #require(waveform.loudness())
    #expect(abs(loudness + 8.8) < 0.2, "\(loudness)")

    let size = ThumbnailSize(width: 60, height: 20)
    let picture = try PNGReader.decode(waveform.png(style: .bars, size: size, scale: 2))
    #expect(picture.width == 120)
    #expect(picture.height == 40)

    let drawn = try waveform.svg(style: .line, size: size)
    #expect(drawn.hasPrefix("<svg"))
    #expect(drawn.contains("width=\"60\""))
  }

  @Test func `bytes in memory are read as a file is`() async throws {
    var options = Waveform.Options()
    options.isolation = .off
    let bytes = WaveFile.tone(frames: 16_000).bytes
    let fromMemory = try await Waveform(bytes, options: options)
    let fromFile = try await Waveform(contentsOf: tone(), options: options)
    #expect(fromMemory.measurement == fromFile.measurement)
  }

  // The first line of a program of tests is not ours, so here it is never called.
  @Test func `a program that does not prepare for workers is told how`() async throws {
    let path = try tone()
    let failure = await #expect(throws: WaveformError.self) {
      _ = try await Waveform(contentsOf: path)
    }
    let cause = "this program does not call WorkerProcess.runIfAsked() before anything else"
    #expect(failure?.cause == cause)
    #expect(failure?.cure?.contains("isolation .off") == true)
  }

  // The second would be readable, and its cure is a property of this library, not an option.
  @Test(arguments: [
    ("zip.flac", "not audio (a ZIP archive). Copy or download the recording again."),
    ("aac.m4a", "MP4 or M4A is not supported. Install ffmpeg, and set usesFFmpeg."),
  ])
  func `an error is a sentence with its cure`(name: String, sentence: String) async throws {
    let path = Fixture.path("Audio/\(name)")
    let failure = await #expect(throws: WaveformError.self) {
      _ = try await Waveform(contentsOf: path, isolation: .off)
    }
    #expect(failure?.description == "\"\(path)\": \(sentence)")
    // A caller is silent about a cancellation, and must not be about this.
    #expect(failure?.isCancellation == false)
  }

  @Test func `a folder and a missing file are errors`() async throws {
    for path in ["/", "/nothing/here"] {
      await #expect(throws: WaveformError.self) {
        _ = try await Waveform(contentsOf: path, isolation: .off)
      }
    }
  }

  @Test func `the steps of reading end with the waveform`() async throws {
    var options = Waveform.Options()
    options.isolation = .off
    var finished: Waveform?
    for try await step in try Waveform.steps(of: tone(), options: options) {
      // Nothing comes after the waveform.
      #expect(finished == nil)
      if case .finished(let waveform) = step {
        finished = waveform
      }
    }
    #expect(finished?.duration == 2)
  }

  @Test func `a cancelled task ends reading, and says that nothing is wrong`() async throws {
    let path = try tone()
    // The task cancels itself, so that reading begins in a cancelled one: nobody has to be fast enough.
    let task = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      return try await Waveform(contentsOf: path, isolation: .off)
    }
    let failure = await #expect(throws: WaveformError.self) { try await task.value }
    #expect(failure?.isCancellation == true)
  }

  @Test func `a picture that is impossible says why`() throws {
    let waveform = Waveform(.demo(duration: 3))
    let wide = ThumbnailSize(width: 99_999, height: 10)
    #expect(throws: WaveformError.self) { try waveform.png(size: wide) }
    #expect(throws: WaveformError.self) { try waveform.png(scale: 4) }
    // Nobody has measured a spectrogram, and SVG cannot show a spectrum.
    #expect(throws: WaveformError.self) { try waveform.png(style: .spectrogram) }
    #expect(throws: WaveformError.self) { try waveform.svg(style: .spectrum) }
  }

  @Test func `a spectrogram is drawn if it was measured`() async throws {
    var options = Waveform.Options()
    options.isolation = .off
    options.spectrogramColumns = 60
    let waveform = try await Waveform(contentsOf: tone(), options: options)
    let size = ThumbnailSize(width: 60, height: 40)
    let picture = try PNGReader.decode(waveform.png(style: .spectrogram, size: size))
    #expect(picture.width == 60)
  }
}

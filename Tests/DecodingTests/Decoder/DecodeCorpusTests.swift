import Codecs
import Glibc
import Testing
import Waveform
import WavethumbSystem

@testable import Decoding

/// Decodes the recordings in the folder WAVETHUMB_CORPUS, if it is set.
// For large collections of broken files, which are not in the repository. By the clock, unlike all other
// tests: whether a broken file holds up a scan is the question.
@Suite(.enabled(if: Corpus.folder != nil)) struct DecodeCorpusTests {
  @Test func `every file of the corpus is answered in time`() throws {
    let pool = WorkerPool.testing(.require, timeout: 2)
    for path in Corpus.files {
      let began = MonotonicClock.seconds
      let result = Corpus.decode(path, in: pool)
      let took = MonotonicClock.seconds - began
      // To compare the answers of two versions with `diff`.
      if Corpus.isLoud {
        print(path, took, Corpus.text(result))
      }
      guard case .failure(let failure) = result else { continue }
      // Long recordings may take longer; failures may not.
      #expect(took < 10, "\(path)")
      if case .noWorker = failure {
        Issue.record("\(path): \(failure)")
      }
    }
  }
}

enum Corpus {
  static let folder = unsafe getenv("WAVETHUMB_CORPUS").map { unsafe String(cString: $0) }
  static let isLoud = unsafe getenv("WAVETHUMB_LOUD") != nil

  static var files: [String] {
    guard let folder, let list = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(list) }
    var names: [String] = []
    while let entry = unsafe readdir(list) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if !name.hasPrefix(".") {
        names.append(folder + "/" + name)
      }
    }
    return names.sorted()
  }

  static func decode(_ path: String, in pool: WorkerPool) -> Result<DecodedRecording, DecodeFailure>
  {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    defer { close(descriptor) }
    return pool.decode(descriptor: descriptor, request: DecodeRequest())
  }

  static func text(_ result: Result<DecodedRecording, DecodeFailure>) -> String {
    switch result {
    case .failure(let failure): "FAILED \(failure)"
    case .success(let it):
      "\(it.facts.formatName) \(it.facts.sampleRate) \(it.facts.channels) \(it.measurement.mix.frames) \(it.measurement.mix.rms)"
    }
  }
}

import Foundation
import Wavethumb
import WavethumbFoundation

WorkerProcess.runIfAsked()

let folder = URL(fileURLWithPath: CommandLine.arguments[1])
let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
for name in names {
  do {
    for try await step in Waveform.steps(of: folder.appending(path: name).path) {
      switch step {
      case .decoding(let fraction, _):
        print(name, fraction.map { "\(Int($0 * 100)) %" } ?? "…")
      case .finished(let waveform):
        let svg = try waveform.svg(size: ThumbnailSize(width: 300, height: 60))
        print(name, waveform.duration, "s,", svg.utf8.count, "bytes")
      }
    }
  } catch {
    // A file that is no recording costs nothing but this line.
    print(error.localizedDescription)
  }
}

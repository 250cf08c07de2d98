import Foundation
import Wavethumb

// First of all: a recording is decoded by this program, started again in a sandbox.
WorkerProcess.runIfAsked()

do {
  let waveform = try await Waveform(contentsOf: CommandLine.arguments[1])
  let png = try waveform.png(style: .circular, scale: 2)
  try Data(png).write(to: URL(fileURLWithPath: CommandLine.arguments[2]))
  print("\(waveform.duration) s at \(waveform.loudness() ?? -.infinity) LUFS")
} catch {
  print(error)
}

import Decoding
import Waveform

func lastBars(of recording: String) async throws -> [Float] {
  WorkerProcess.runIfAsked()  // first of all: workers are this program again, in a sandbox
  let pool = WorkerPool(isolation: .auto, timeout: 10, size: 1)
  let loader = WaveformLoader(recording, pool: pool)
  loader.load()
  var bars: [Float] = []
  for await state in loader.states {
    switch state {
    case .idle, .loading: continue  // `.loading` has what the recording looks like so far
    case .failed(let error): throw error
    case .loaded(let measurement): bars = measurement.mix.bars(100, measure: .rms)
    }
  }
  return bars
}

import Codecs
import Decoding
import Raster
import System
import Thumbnails
import Waveform

func drawWaveform(of recording: RawPath, to picture: RawPath) async throws {
  WorkerProcess.runIfAsked()  // first of all: workers are this program again, in a sandbox
  let pool = WorkerPool(isolation: .auto, timeout: 10, size: 1)
  let loader = WaveformLoader(recording, pool: pool)
  loader.load()
  for await state in loader.states {
    switch state {
    case .idle, .loading: continue  // `.loading` has what the recording looks like so far
    case .failed(let error): throw error
    case .loaded(let measurement):
      let drawn = try ThumbnailDrawing.draw(measurement, style: .mirroredBars, look: .init())
      let canvas = drawn.canvas
      let png = try canvas.withBytes { pixels in
        try PNGEncoder.encode(
          premultiplied: pixels, width: canvas.width, height: canvas.height, pixelsPerPoint: 1,
          text: [("Title", "talk")])
      }
      try AtomicFile.write(png, as: picture, in: Folder(at: "."))
    }
  }
}

/// The bands of one window of a recording.
package struct SpectrumWindow: Sendable, Equatable {
  /// The number of frames of a window.
  // 23 ms at 44.1 kHz, in bins of 43 Hz. Untuned.
  static let frames = 1024

  /// The first frame.
  let start: Int
  let levels: [UInt8]

  static let silence = [UInt8](repeating: 0, count: WaveformSpectrum.bandCount)

  /// Returns the start of the window of a moment: centered on it, within the recording.
  static func start(ofMoment moment: Int, frames: Int) -> Int {
    // The middle of a moment is a border of a grid twice as fine.
    let halves = TimeGrid(frames: frames, count: 2 * WaveformSpectrum.momentCount)
    let centre = halves.border(2 * moment + 1)
    return max(min(centre - Self.frames / 2, frames - Self.frames), 0)
  }

  /// Returns the starts of the windows of a recording, in order, without duplicates.
  static func starts(frames: Int) -> [Int] {
    var starts: [Int] = []
    for moment in 0..<WaveformSpectrum.momentCount where frames > 0 {
      let start = start(ofMoment: moment, frames: frames)
      if starts.last != start {
        starts.append(start)
      }
    }
    return starts
  }
}

extension WaveformSpectrum {
  /// Creates the spectrum of a recording: for each moment the window that begins nearest to it.
  init(windows: [SpectrumWindow], frames: Int) {
    var levels: [UInt8] = []
    var index = 0
    for moment in 0..<Self.momentCount where !windows.isEmpty {
      let start = SpectrumWindow.start(ofMoment: moment, frames: frames)
      func distance(_ index: Int) -> UInt {
        (windows[index].start - start).magnitude
      }
      // From that of the last moment on, as both are in order of time.
      while index + 1 < windows.count, distance(index + 1) < distance(index) {
        index += 1
      }
      levels += windows[index].levels
    }
    self = WaveformSpectrum(levels: levels) ?? WaveformSpectrum()
  }
}

import Testing
import Waveform

@Suite struct `An artificial recording` {
  @Test func `depends on its seed alone`() {
    let one = WaveformSummary.demo(duration: 30, bars: 120, seed: 5)
    let same = WaveformSummary.demo(duration: 30, bars: 120, seed: 5)
    let other = WaveformSummary.demo(duration: 30, bars: 120, seed: 6)
    #expect(one == same)
    #expect(one != other)
  }

  @Test func `has the length and the bars that are asked for, and sound from end to end`() throws {
    let summary = WaveformSummary.demo(duration: 30, bars: 120)
    let bars = try #require(summary.givenBars)
    #expect(summary.duration == 30)
    #expect(bars.count == 120)
    for bar in bars {
      #expect((0.02...1).contains(bar))
    }
    // It begins and ends quietly.
    let middle = try #require(bars[40..<80].max())
    #expect(bars[0] < middle / 2)
    #expect(bars[119] < middle / 2)
  }

  @Test(arguments: [0, -1, 1]) func `has at least one bar`(count: Int) {
    let summary = WaveformSummary.demo(duration: 1, bars: count)
    #expect(summary.givenBars?.count == 1)
  }
}

import Testing

@testable import WavethumbBatch

private let folder = Array("/home/me/.cache/wavethumb".utf8)

@Test func `the cache is reported by count, size and path`() {
  #expect(
    CacheTotals(folder: folder, summaries: 1234, bytes: 12 << 20).text
      == "1,234 summaries, 12 MiB, in /home/me/.cache/wavethumb"
  )
  #expect(CacheTotals(folder: folder).text == "nothing in /home/me/.cache/wavethumb")
}

@Test func `trimming the cache reports the freed bytes`() {
  let before = CacheTotals(folder: folder, summaries: 3, bytes: 3 << 20)
  let after = CacheTotals(folder: folder, summaries: 1, bytes: 1 << 20)
  #expect(
    after.text(after: before) == "2 MiB freed; 1 summary, 1 MiB, in /home/me/.cache/wavethumb"
  )
}

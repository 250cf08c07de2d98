import Testing

@testable import WavethumbBatch

// 8,120 s in 10 s are 812 times real time. A third of the files had three tenths of the work, so that a
// bar of files would be longer than one of work.
private func progress(
  done: Int = 412,
  found: Int = 1234,
  failed: Int = 3,
  crawling: Bool = false,
  left: Double? = nil
) -> RunProgress {
  var progress = RunProgress()
  progress.filesDone = done
  progress.filesFound = found
  progress.filesFailed = failed
  progress.isCrawling = crawling
  progress.secondsLeft = left
  progress.workDone = 300
  progress.workFound = 1000
  progress.elapsedSeconds = 10
  progress.secondsDecoded = 8120
  return progress
}

@Test func `80 columns show bar, files, failures, speed and time left`() {
  let line = ProgressLine(progress: progress(left: 130))
  #expect(
    line.text(columns: 80)
      == "[####------------] 412 of 1,234 files, 3 failed, 812x realtime, about 2:10 left"
  )
}

@Test func `40 columns show the same in fewer characters`() {
  let line = ProgressLine(progress: progress(left: 130))
  #expect(line.text(columns: 40) == "[##------] 412/1,234 3 failed 812x 2:10")
}

@Test func `a terminal with UTF-8 gets a solid bar`() {
  let line = ProgressLine(progress: progress(failed: 0), usesUnicode: true)
  #expect(line.text(columns: 60) == "[██████░░░░░░░░░░░░░░░░░] 412 of 1,234 files, 812x realtime")
}

@Test func `failures are red if colors are supported`() {
  let line = ProgressLine(progress: progress(left: 130), isColored: true)
  #expect(line.text(columns: 40).contains(" \u{1B}[31m3 failed\u{1B}[39m "))
}

@Test func `an unfinished crawl indicates more files`() {
  let line = ProgressLine(progress: progress(crawling: true))
  #expect(line.plain == "412 of 1,234+ files, 3 failed, 2:15:20 decoded, 812x realtime")
}

@Test func `a run of long files shows what is decoded before the first is done`() {
  let line = ProgressLine(progress: progress(done: 0, found: 10, failed: 0))
  #expect(line.plain == "0 of 10 files, 2:15:20 decoded, 812x realtime")
  #expect(line.text(columns: 80).hasSuffix("] 0 of 10 files, 2:15:20 decoded, 812x realtime"))
}

@Test func `a run that only draws shows pictures a second`() {
  var progress = progress(done: 0, failed: 0)
  progress.secondsDecoded = 3
  progress.elapsedSeconds = 0
  var speed = RecentSpeed()
  #expect(speed.picturesPerSecond(progress) == nil)

  // Ten seconds with 20 pictures each, and nothing decoded.
  for tenth in 1...100 {
    progress.elapsedSeconds = Double(tenth) / 10
    progress.filesDone = tenth * 2
    progress.picturesPerSecond = speed.picturesPerSecond(progress)
  }

  let line = ProgressLine(progress: progress)
  #expect(line.plain == "200 of 1,234 files, 0:03 decoded, 20.0 pictures/s")
  #expect(line.text(columns: 40).hasSuffix(" 200/1,234, 20.0/s"))

  // Then 100 s of sound a second: what is decoded is the better number again.
  for tenth in 101...200 {
    progress.elapsedSeconds = Double(tenth) / 10
    progress.secondsDecoded += 10
    progress.filesDone += 1
    progress.picturesPerSecond = speed.picturesPerSecond(progress)
  }
  #expect(progress.picturesPerSecond == nil)
}

@Test func `no line is ever wider than the terminal`() {
  for columns in 1...200 {
    // No files, one, as many digits as a large library, and more than there can be.
    for (done, found) in [
      (0, 0),
      (1, 1),
      (99_999, 100_000),
      (Int.max / 2, Int.max),
    ] {
      for left in [nil, 0.0, 1e9] {
        let line = ProgressLine(
          progress: progress(done: done, found: found, failed: done / 3, left: left)
        )
        #expect(line.text(columns: columns).count <= max(1, columns - 1))
      }
    }
  }
}

@Test func `an empty run has an empty bar and no speed`() {
  let line = ProgressLine(progress: RunProgress())
  #expect(line.text(columns: 80) == "[------------------------] 0 of 0+ files")
}

@Test func `the progress of one recording is its decoded duration`() {
  var progress = progress()
  progress.isOfOneRecording = true
  let line = ProgressLine(progress: progress)
  #expect(line.text(columns: 80) == "2:15:20 decoded, 812x realtime")
  #expect(line.text(columns: 20) == "2:15:20 decoded, 81")
}

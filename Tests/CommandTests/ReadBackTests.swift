import Decoding
import Testing
import WavethumbBytes

/// Tests players' data as input of the real binary.
@Suite struct `Data read back` {
  @Test func `every data format draws every style, from a file and from a pipe`() throws {
    let folder = try TemporaryRecording()
    let run = try folder.shell(
      """
      $W render tone.wav -o a.dat --zoom 256 && $W render a.dat -o b.peaks.json
      $W render tone.wav -o c.wavesurfer.json && $W render tone.wav -o d.json
      for f in a.dat b.peaks.json c.wavesurfer.json d.json; do
        $W render $f --style all &&
        cat $f | $W render - -o $f.pipe.png &&
        ls $f.*.png | wc -l
      done
      $W render b.peaks.json -o e.dat && cmp a.dat e.dat
      """
    )
    #expect(run.status == 0, "\(run.errorOutput)")
    // Once for each file, of the styles that show one.
    let notes = run.errorLines.filter { $0.contains("has no spectrum") }
    #expect(notes.count == 4, "\(run.errorOutput)")

    // Each file has as many pictures as the others.
    let pictureCounts = run.lines
    try #require(pictureCounts.count == 4, "\(run.text)")
    #expect(Set(pictureCounts).count == 1, "\(run.text)")

    for name in ["a.dat", "b.peaks.json", "c.wavesurfer.json", "d.json"] {
      let drawn = try folder.picture("\(name).mirroredBars.png")
      #expect(try folder.picture("\(name).pipe.png") == drawn)
    }

    let line = try folder.picture("a.dat.line.png")
    #expect(try folder.picture("b.peaks.json.line.png") == line)
  }

  @Test func `a coarser zoom draws every style, with lanes too`() throws {
    let folder = try TemporaryRecording()
    let run = try folder.shell(
      """
      $W render tone.wav -o fine.dat --zoom 64 --channels split
      $W render tone.wav -o own.json --channels split
      for f in dat peaks.json; do $W render fine.dat -o coarse.$f --zoom 999; done
      for f in coarse.dat coarse.peaks.json own.json; do
        for channels in mix split; do
          $W render $f --style all --channels $channels &&
          ls $f.*.png | wc -l &&
          rm $f.*.png
        done
      done
      $W render own.json -o lanes.svg --channels split
      $W render own.json -o one.svg
      $W render tone.wav -o expected.svg --channels split
      # A group for each lane.
      grep -c '<g' one.svg lanes.svg
      # But for the names of the files, drawn from data as from the recording.
      grep -v '<title' lanes.svg > lanes
      grep -v '<title' expected.svg | cmp - lanes && echo same
      """
    )
    #expect(run.status == 0, "\(run.errorOutput)")

    let notes = run.errorLines.filter { $0.contains("has no spectrum") }
    #expect(notes.count == 6, "\(run.errorOutput)")

    // Three files with two kinds of channels have as many pictures each.
    let lines = run.lines
    try #require(lines.count == 9, "\(run.text)")
    #expect(Set(lines.prefix(6)).count == 1, "\(run.text)")
    #expect(lines.suffix(3) == ["one.svg:1", "lanes.svg:2", "same"], "\(run.text)")
  }

  @Test func `points draw the same as the recording's peaks`() throws {
    let folder = try TemporaryRecording()
    let run = try folder.shell(
      """
      $W render tone.wav -o a.dat --zoom 2 --bits 16 --channels split &&
      $W render a.dat -o a.json --bars 7 &&
      $W render tone.wav -o b.json --bars 7 --measure peak
      """
    )
    #expect(run.status == 0)
    #expect(run.errorOutput == "")

    func bars(in name: String) throws -> [Double] {
      try folder.json(name)["bars"]?.array?.compactMap(\.double) ?? []
    }
    let read = try bars(in: "a.json")
    let own = try bars(in: "b.json")
    try #require(own.count == 7)
    try #require(read.count == 7)
    // Points of 16 bits are rounded by less than 0.0001.
    for (one, other) in zip(own, read) {
      #expect(abs(one - other) < 0.001, "\(own) \(read)")
    }
  }

  @Test func `a coarser zoom of points equals that of the recording`() throws {
    let folder = try TemporaryRecording()
    let run = try folder.shell(
      """
      for bits in 8 16; do
        $W render tone.wav -o fine.dat --zoom 64 --bits $bits --channels split
        $W render tone.wav -o expected.dat --zoom 256 --bits $bits --channels split
        $W render fine.dat -o coarse.dat --zoom 256
        cmp expected.dat coarse.dat && echo same
      done
      $W render fine.dat -o x.dat --zoom 32; echo $?
      # Peaks of wavesurfer have no number of samples for each.
      $W render tone.wav -o d.wavesurfer.json
      $W render d.wavesurfer.json -o x.dat; echo $?
      """
    )
    #expect(run.text == "same\nsame\n1\n1\n")
    #expect(run.errorOutput.contains("only a coarser zoom"))
    #expect(try folder.names().contains("x.dat") == false)
  }

  // Sanitizers cannot run with a limit of the address space.
  @Test(.enabled(if: WorkerSandbox.boundsMemory))
  func `malformed points are rejected with a message, and nothing is written`() throws {
    let folder = try TemporaryRecording()
    let run = try folder.shell(
      #"""
      printf '\3\0\0\0' > v.dat
      : > empty.dat
      head -c 99 /dev/zero > z.dat
      printf '{"version":2,"data":[1,' > cut.peaks.json
      # One number of 80 MB.
      { printf '{"data":['; yes 1111111111 | head -c 80000000 | tr -d '\n'; } > digits.json
      ulimit -v 6000000
      for f in v.dat empty.dat z.dat cut.peaks.json digits.json; do
        $W render $f -o out.png; echo $?
      done
      """#
    )
    #expect(run.text == "1\n1\n1\n1\n1\n", "\(run.errorOutput)")

    let refusals = run.errorLines.filter { $0.hasPrefix("wavethumb: ") }
    #expect(refusals.count == 5, "\(run.errorOutput)")
    #expect(try folder.names().contains("out.png") == false)
  }

  @Test func `our data file is replaced under its name, another program's is kept`() throws {
    let folder = try TemporaryRecording()
    let run = try folder.shell(
      """
      # The second time it has the bytes that are due; a file without a mark is ours only then.
      for run in 1 2; do $W render tone.wav --format dat -q; echo $?; done
      cp tone.wav.dat ours
      $W render tone.wav --format dat --zoom 99; echo $?
      cmp ours tone.wav.dat && echo kept
      ls -A | grep -c tmp
      """
    )
    #expect(run.text == "0\n0\n1\nkept\n0\n", "\(run.errorOutput)")
  }
}

import Decoding
import Testing

/// Tests players' data as input of the real binary.
@Suite struct `Data read back` {
  @Test func `every data format draws every style, from a file and from a pipe`() throws {
    let folder = try TemporaryRecording()
    let run = try folder.shell(
      """
      $W render tone.wav -o a.dat --zoom 256 && $W render a.dat -o b.peaks.json
      $W render tone.wav -o c.wavesurfer.json && $W render tone.wav -o d.json
      for f in a.dat b.peaks.json c.wavesurfer.json d.json; do
        $W render $f --style all && cat $f | $W render - -o $f.pipe.png && ls $f.*.png | wc -l
      done
      $W render b.peaks.json -o e.dat && cmp a.dat e.dat
      """
    )

    let notes = run.errorLines.filter { $0.contains("has no spectrum") }
    #expect(run.status == 0, "\(run.errorOutput)")
    #expect(notes.count == 4, "\(run.errorOutput)")
    #expect(Set(run.lines).count == 1, "\(run.text)")

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
        for c in mix split; do $W render $f --style all --channels $c && ls $f.*.png | wc -l && rm $f.*.png; done
      done
      $W render own.json -o lanes.svg --channels split; $W render own.json -o one.svg
      $W render tone.wav -o due.svg --channels split; grep -c '<g' one.svg lanes.svg
      grep -v '<title' lanes.svg > a; grep -v '<title' due.svg | cmp - a && echo same
      """
    )

    let notes = run.errorLines.filter { $0.contains("has no spectrum") }
    #expect(run.status == 0, "\(run.errorOutput)")
    #expect(notes.count == 6, "\(run.errorOutput)")

    let lines = run.lines
    #expect(lines.count == 9, "\(run.text)")
    #expect(Set(lines.prefix(6)).count == 1, "\(run.text)")
    #expect(lines.suffix(3) == ["one.svg:1", "lanes.svg:2", "same"], "\(run.text)")
  }

  @Test func `points draw the same as the recording's peaks`() throws {
    let folder = try TemporaryRecording()
    let run = try folder.shell(
      """
      $W render tone.wav -o a.dat --zoom 2 --bits 16 --channels split && $W render a.dat -o a.json --bars 7
      $W render tone.wav -o b.json --bars 7 --measure peak
      grep -A9 '"bars"' a.json | head -3; grep -A9 '"bars"' b.json | head -3
      """
    )

    let bars = run.lines.filter { $0.contains("bars") }
    #expect(run.status == 0)
    #expect(run.errorOutput == "")
    #expect(bars.count == 2)

    func numbers(_ line: Substring) -> [Double] {
      line.drop { $0 != "[" }.split { "[], ".contains($0) }.compactMap { Double($0) }
    }
    let read = numbers(bars[0])
    let own = numbers(bars[1])
    #expect(own.count == 7)
    #expect(read.count == 7)
    #expect(zip(own, read).allSatisfy { abs($0 - $1) < 0.001 }, "\(own) \(read)")
  }

  @Test func `a coarser zoom of points equals that of the recording`() throws {
    let folder = try TemporaryRecording()
    let run = try folder.shell(
      """
      for b in 8 16; do
        $W render tone.wav -o fine.dat --zoom 64 --bits $b --channels split
        $W render tone.wav -o want.dat --zoom 256 --bits $b --channels split
        $W render fine.dat -o got.dat --zoom 256 && cmp want.dat got.dat && echo same
      done
      $W render fine.dat -o x.dat --zoom 32; echo $?
      $W render tone.wav -o d.wavesurfer.json; $W render d.wavesurfer.json -o x.dat; echo $?
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
      printf '\3\0\0\0' > v.dat; : > empty.dat; head -c 99 /dev/zero > z.dat
      printf '{"version":2,"data":[1,' > cut.peaks.json
      { printf '{"data":['; yes 1111111111 | head -c 80000000 | tr -d '\n'; } > digits.json
      for f in v.dat empty.dat z.dat cut.peaks.json digits.json; do
        (ulimit -v 6000000; $W render $f -o out.png); echo $?
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
      for i in 1 2; do $W render tone.wav --format dat -q; echo $?; done
      cp tone.wav.dat ours; $W render tone.wav --format dat --zoom 99; echo $?
      cmp ours tone.wav.dat && echo kept; ls -A | grep -c tmp
      """
    )
    #expect(run.text == "0\n0\n1\nkept\n0\n", "\(run.errorOutput)")
  }
}

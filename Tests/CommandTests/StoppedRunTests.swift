import Outputs
import Testing
import WavethumbBytes
import WavethumbLibrary
import WavethumbSystem

@testable import WavethumbBatch

/// Tests a signal before the first recording, or during the run.
@Suite struct `A run that was stopped` {
  private func library(copies: Int) throws -> TemporaryLibrary {
    let library = try TemporaryLibrary()
    let sound = try TemporaryLibrary.contents(TemporaryLibrary.fixtures + "/pcm16.wav")
    for copy in 0..<copies {
      // The upper bytes of the last samples make each copy another recording, which is decoded.
      var changed = sound
      changed[sound.count - 1] = UInt8(copy & 255)
      changed[sound.count - 3] = UInt8(copy >> 8)
      try library.write(changed, to: "a\(1000 + copy).wav")
    }
    return library
  }

  /// Runs a scan and sends a signal as soon as this many pictures exist.
  ///
  /// Pictures are counted rather than milliseconds, so that the signal comes midway on any machine.
  /// With one job the rest is pending; error output goes to a file, since the shell prints the status.
  private func stopped(
    _ library: TemporaryLibrary,
    after count: Int,
    options: String
  ) -> (errorOutput: String, status: String) {
    let output = library.shell(
      """
      $W scan library --cache cache --jobs 1 \(options) 2>messages &
      run=$!
      while kill -0 $run; do
        # Counted by the shell itself: other programs take longer to start than a picture to draw.
        set -- library/.wavethumb/*.dots.png
        [ $# -ge \(count) ] && break
        sleep 0.005
      done
      kill -TERM $run
      wait $run
      echo $?
      """
    )
    let errorOutput = library.shell("cat messages")
    let status = output.split(separator: "\n").last.map(String.init) ?? ""
    return (errorOutput, status)
  }

  @Test func `a scan stopped before its first file keeps the manifest`() throws {
    let library = try library(copies: 2)
    _ = try library.scan()
    let before = try library.contents("library/.wavethumb/manifest.json")

    // The process stops itself before it becomes wavethumb, so the signal is pending when its first
    // instruction runs: there is no moment to miss.
    let output = library.shell(
      """
      sh -c 'kill -STOP $$; exec "$@"' sh $W scan library --cache cache --style dots 2>messages &
      run=$!
      until grep -q '^State:.*stopped' /proc/$run/status; do sleep 0.01; done
      kill -CONT $run
      kill -TERM $run
      wait $run
      echo $?
      cat messages
      """
    )

    // A run that lists nothing because it was stopped must not take the library for empty.
    #expect(!output.contains("no recordings"), "\(output)")
    #expect(try library.contents("library/.wavethumb/manifest.json") == before)
  }

  @Test func `a scan stopped midway keeps the rest as stale or pending`() throws {
    // At 120, a signal after ten pictures leaves a hundred: the run cannot be over before it comes.
    let library = try library(copies: 120)
    library.shell("cd library; mkdir ../later; mv a10[0-1]?.wav ../later")
    _ = try library.scan()
    library.shell("cd library; mv ../later/* .")

    let (errorOutput, status) = stopped(library, after: 10, options: "--style dots")
    // 128 and SIGTERM.
    try #require(status == "143", "the run ended before the signal: \(errorOutput)")

    let manifest = try library.manifest()
    let files = manifest["files"]?.array ?? []
    #expect(files.count == 120)
    #expect(manifest["counts"]?["files"]?.int == 120)

    // Twenty recordings are new to the second scan: they have no picture yet, and so are not stale.
    let pending = files.filter { $0["status"]?.string == "pending" }
    let stale = files.filter { $0["stale"]?.bool == true }
    let current = files.count - pending.count - stale.count
    let counts = "\(stale.count) stale, \(pending.count) pending, \(current) current"
    #expect(stale.count > 0, "\(counts)")
    #expect(current >= 10, "\(counts)")
    let listedAsPending = manifest["counts"]?["pending"]?.int ?? 0
    #expect(listedAsPending == pending.count)

    // What is stale lists the pictures that are there, in the style of the first scan.
    for entry in stale {
      #expect(entry["thumbnails"]?.array?.first?["style"]?.string == "mirroredBars")
    }

    for options in ["--style dots --check", "--style dots --check --no-cache"] {
      #expect(try library.scan(options).status == 4)
    }
    #expect(try library.scan("--style dots").status == 0)

    let continued = try library.text("library/.wavethumb/manifest.json")
    #expect(!continued.contains("stale"))

    // What is continued is what one run makes.
    library.shell("rm -r library/.wavethumb cache")
    _ = try library.scan("--style dots")
    #expect(try library.text("library/.wavethumb/manifest.json") == continued)
  }

  /// Puts the files of the scan in `other` in place of those of the same size, as a run with other
  /// options leaves them that is killed before it writes its ledger, and their lines in its run file;
  /// returns how many there are.
  private func replaceFiles(of library: TemporaryLibrary, runFile: String) throws -> Int {
    let replaced = library.shell(
      """
      output=$PWD/library/.wavethumb
      cd other
      for file in *.png *.dat; do
        [ -e $file ] || continue
        [ $(stat -c %s $file) = $(stat -c %s $output/$file) ] || continue
        cmp -s $file $output/$file && continue
        cp $file $output/$file.new
        mv $output/$file.new $output/$file
        echo $file
      done
      """
    )
    let names = replaced.split(separator: "\n")
    let output = try Folder(at: RawPath(library.output))
    var run = Array("wavethumb run 1\0".utf8)
    for name in names where name.hasSuffix(".dat") {
      let path = try #require(RelativePath(RawPath(String(name))))
      let file = try output.open(path.path)
      let written = try #require(try file.writtenFile(.data, at: path.path))
      run += OwnedLine(path, written).bytes
    }
    try library.write(run, to: ".wavethumb/\(runFile)")
    return names.count
  }

  @Test func `files of a killed scan with other options are not taken for those of the last`()
    throws
  {
    let library = try library(copies: 3)
    // Ranges of equal length give data of equal size, so that a size alone proves nothing.
    let options = "--data dat --range 0:00-0:00.05"
    #expect(try library.scan(options).status == 0)

    let whole = try library.tree("library/.wavethumb")
    let other = "--data dat --range 0:00.02-0:00.07 --color red"
    #expect(try library.scan("\(other) --output {}/other").status == 0)
    for command in ["", "--jobs 1", "--style mirroredBars --no-cache"] {
      // At least the data of all three; pictures happen to agree in size or not.
      try #require(try replaceFiles(of: library, runFile: ".wavethumb-run") >= 3)
      #expect(try library.scan("\(options) --check").status == 4)
      let run = try library.scan("\(options) \(command)")
      #expect(run.status == 0, "\(run.errorOutput)")
      #expect(try library.tree("library/.wavethumb") == whole, "\(command)")
    }
  }

  @Test func `a part that was killed after its ledger is not merged before it is scanned again`()
    throws
  {
    let library = try library(copies: 6)
    #expect(try library.scan("--output {}/whole").status == 0)
    #expect(try library.scan("--color red --output {}/other").status == 0)
    for part in ["1/2", "2/2"] {
      #expect(try library.scan("--shard \(part)").status == 0)
    }

    try #require(try replaceFiles(of: library, runFile: ".wavethumb-run.1-of-2") >= 3)
    let refused = try CommandRun("merge \(library.library) --cache \(library.cache)")
    #expect(refused.status == 1)
    #expect(refused.errorOutput.contains("part 1 of 2 is incomplete"))

    // The other part has been written over as well, and nobody killed a run of it.
    #expect(try library.scan("--shard 1/2").status == 0)
    library.shell("printf 'wavethumb run 1\\0' > library/.wavethumb/.wavethumb-run.2-of-2")
    #expect(try library.scan("--shard 2/2").status == 0)

    #expect(try CommandRun("merge \(library.library) --cache \(library.cache)").status == 0)
    #expect(try library.tree("library/.wavethumb") == library.tree("whole"))
  }
}

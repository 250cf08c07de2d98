import Testing
import WavethumbBytes
import WavethumbLibrary
import WavethumbSystem

/// No run waits for a file of the cache that another process may hold.
@Suite struct `A shared cache` {
  @Test func `a lock of another process on a file of the cache stops no run`() throws {
    let library = try TemporaryLibrary()
    try library.add("mono.wav")
    #expect(try library.scan("-q").status == 0)

    try library.add("pcm16.wav")
    // A run that waits for one of the locks waits for the shell, which waits for the run; the
    // timeout turns that circle into a status of 124.
    let script = """
      cd cache
      exec 6<CACHEDIR.TAG 7<runs-1 8<summaries-2 9<temporary
      for number in 6 7 8 9; do flock $number; done
      cd ..
      timeout 60 $W scan library --cache cache -q; echo $?
      """
    #expect(library.shell(script) == "0\n")
  }

  @Test func `a run trims the cache to its budget at its end`() throws {
    let library = try TemporaryLibrary()
    try library.add("mono.wav")
    #expect(try library.scan("-q").status == 0)

    // A hundred old entries of 64 KiB are 6.25 MiB, above the budget of 4 MiB.
    let script = (0..<100).map { number in
      let digest = ContentDigest(high: 1, low: UInt64(number))
      let key = SummaryKey(digest: digest, settings: [1])
      let path = "cache/" + key.path.lossyText
      return """
        mkdir -p $(dirname \(path))
        head -c 65536 /dev/zero > \(path)
        touch -d 2001-01-01 \(path)
        """
    }
    library.shell(script.joined(separator: "\n"))
    try library.add("pcm16.wav")
    #expect(try library.scan("--cache-size 4M -q").status == 0)

    // `du` counts folders too, which the budget does not: 4 KiB for each of up to a hundred.
    let usage = library.shell("du -s --block-size=1 cache | cut -f 1")
    let bytes = try #require(Int(usage.dropLast()))
    #expect(bytes < 5 << 20)
  }
}

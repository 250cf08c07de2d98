import Testing
import WavethumbSystem

@testable import WavethumbBatch

@Suite struct InstallationTests {
  @Test func `the libraries are those that are mapped, each once`() {
    // Lines of /proc/self/maps: the program, a library in a folder with a space, twice, as each of its
    // segments has a line, memory without a file, a library in its usual place, and a page of the kernel.
    let maps = """
      55d0-55d1 r--p 00000000 fe:00 123 /usr/bin/wavethumb
      7f00-7f01 r--p 00000000 fe:00 124 /home/me/my tools/lib/libsndfile.so.1.0.35
      7f01-7f02 r-xp 00001000 fe:00 124 /home/me/my tools/lib/libsndfile.so.1.0.35
      7f02-7f03 rw-p 00000000 00:00 0
      7f03-7f04 r--p 00000000 fe:00 125 /usr/lib/libpng16.so.16.39.0
      7ffe-7fff r-xp 00000000 00:00 0 [vdso]
      """
    let found: [RawPath] = [
      "/home/me/my tools/lib/libsndfile.so.1.0.35", "/usr/lib/libpng16.so.16.39.0",
    ]
    #expect(Installation.libraries(inMaps: Array(maps.utf8)) == found)
  }
}

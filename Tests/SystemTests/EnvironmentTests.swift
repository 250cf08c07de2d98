import Testing

@testable import WavethumbSystem

@Suite struct `The environment` {
  @Test func `processors, home and current folder are known`() {
    #expect(Processors.usable >= 1)
    #expect(Environment.homeByPasswordFile?.isAbsolute == true)
    #expect(Environment.currentFolder?.isAbsolute == true)
    #expect(Environment.value("WAVETHUMB_NOT_SET") == nil)
    // A path that exists loses its links and dots; one that does not only becomes absolute.
    #expect(Environment.resolved("/proc/../dev/./null") == "/dev/null")
    #expect(Environment.resolved("not/there").isAbsolute)
  }
}

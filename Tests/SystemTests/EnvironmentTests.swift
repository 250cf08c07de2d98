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
    #expect(Environment.linkedLibraries == nil)
  }

  @Test func `a user's home is the one of the first entry with the number`() {
    let file = """
      root:x:0:0:root:/root:/bin/sh
      # a comment
      short:x:7:7:/home/short
      none:x:8:8:::/bin/sh
      user:x:1000:1000:A User,,,:/home/user:/bin/sh
      again:x:1000:1000::/home/again:/bin/sh
      """
    func home(of user: UInt32) -> RawPath? {
      Environment.home(of: user, inPasswordFile: Array(file.utf8))
    }
    #expect(home(of: 0) == "/root")
    #expect(home(of: 1000) == "/home/user")
    // Without a home, with too few fields, and not in the file.
    #expect(home(of: 8) == nil)
    #expect(home(of: 7) == nil)
    #expect(home(of: 4321) == nil)
  }
}

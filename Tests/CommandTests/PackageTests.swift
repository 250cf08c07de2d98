import TestSupport
import Testing
import WavethumbSystem

@Suite struct `The Debian package` {
  // No package is made unless it passes its own test, which nothing else in this suite runs. That test
  // counts what a scan makes, so that a scan that makes more files breaks every release.
  @Test func `passes its own test`() throws {
    let library = try TemporaryLibrary()
    let printed = library.shell(
      """
      mkdir bin
      ln -s "$W" bin/wavethumb
      folder=$PWD
      cd '\(Repository.path(".").lossyText)'
      PATH="$folder/bin:$PATH" AUTOPKGTEST_TMP="$folder" sh scripts/package.d/debian/tests/scan 2>&1
      echo "status $?"
      """
    )
    #expect(printed.hasSuffix("status 0\n"), "\(printed)")
  }
}

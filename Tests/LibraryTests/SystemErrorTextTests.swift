import Testing
import WavethumbLibrary

@Suite struct `Words for errors of the system` {
  /// The numbers that no call of this program on files, processes or memory gives: those of streams,
  /// sockets, other architectures and other kernels.
  private static let others: Set<Int32> = [
    41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 63, 65, 68,
    69, 72, 73, 76, 78, 85, 86, 88, 89, 90, 91, 94, 96, 97, 98, 99, 105, 106, 109, 114, 115, 118,
    119, 120, 130, 131, 132, 133,
  ]

  @Test func `each error of files and processes has words`() {
    for number in Int32(1)...133 where !Self.others.contains(number) {
      #expect(!SystemErrorText.text(number).contains("system error"), "\(number)")
    }
    #expect(SystemErrorText.text(11).hasPrefix("it is locked"))
    #expect(SystemErrorText.text(29).hasPrefix("it is a pipe"))
    #expect(SystemErrorText.text(4000) == "system error 4000")
  }
}

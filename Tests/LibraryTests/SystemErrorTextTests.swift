import Glibc
import Testing
import WavethumbLibrary

@Suite struct `Words for errors of the system` {
  /// The numbers that no call of this program on files, processes or memory gives: those of message
  /// queues, streams, sockets, other architectures and other kernels.
  private static let others: [ClosedRange<CInt>] = [
    41...61, 63...63, 65...65, 68...69, 72...73, 76...76, 78...78, 85...86, 88...91, 94...94,
    96...99, 105...106, 109...109, 114...115, 118...120, 130...133,
  ]

  // 133, EHWPOISON, is the last number of Linux. A number without words ends up in a manifest as it
  // is, and tells nobody what to do.
  @Test func `each error of files and processes has words`() {
    for number in CInt(1)...133 {
      let isOther = Self.others.contains { $0.contains(number) }
      let hasWords = !SystemErrorText.text(number).hasPrefix("system error")
      #expect(hasWords != isOther, "\(number)")
    }
    #expect(SystemErrorText.text(EAGAIN).hasPrefix("it is locked"))
    #expect(SystemErrorText.text(ESPIPE).hasPrefix("it is a pipe"))

    // The number of a later kernel, by which one can still search.
    #expect(SystemErrorText.text(4000) == "system error 4000")
  }
}

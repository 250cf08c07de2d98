import System

/// The words of the command line, byte for byte as the system handed them over.
public enum CommandArguments {
  /// Every argument after the program's own name.
  // `CommandLine.arguments` repairs what is not UTF-8, and a repaired path names another file.
  public static func words() -> [[UInt8]] {
    let count = Int(CommandLine.argc)
    guard count > 1 else { return [] }
    return (1..<count).compactMap { index in
      guard let word = unsafe CommandLine.unsafeArgv[index] else { return nil }
      return unsafe Array(UnsafeBufferPointer(start: word, count: length(of: word)))
        .map(UInt8.init(bitPattern:))
    }
  }

  /// The last step of the name that the program was called by.
  public static var programName: [UInt8] {
    guard CommandLine.argc > 0, let word = unsafe CommandLine.unsafeArgv[0] else { return [] }
    return unsafe RawPath(terminated: word).name.bytes
  }

  private static func length(of word: UnsafeMutablePointer<CChar>) -> Int {
    var length = 0
    while unsafe word[length] != 0 { length += 1 }
    return length
  }
}

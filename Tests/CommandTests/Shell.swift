import Glibc

/// Runs a shell command where Swift code would be much longer.
enum Shell {
  /// Runs a script with `sh` and returns its standard output; its errors are those of the test run.
  @discardableResult
  static func output(_ script: String) -> String {
    guard let pipe = unsafe popen(script, "r") else { return "" }
    defer { unsafe pclose(pipe) }
    var text: [UInt8] = []
    while case let byte = unsafe getc(pipe), byte != EOF {
      text.append(UInt8(truncatingIfNeeded: byte))
    }
    return String(decoding: text, as: UTF8.self)
  }
}

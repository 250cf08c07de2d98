import Glibc

/// The terminal behind a standard stream.
package enum Terminal {
  package static func isTerminal(_ descriptor: CInt) -> Bool {
    isatty(descriptor) == 1
  }

  /// The columns of the window now, or nil where there is no terminal or it does not know.
  package static func columns(_ descriptor: CInt) -> Int? {
    var window = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else {
      return nil
    }
    return Int(window.ws_col)
  }
}

import CSandbox
import Glibc

/// The terminal behind a descriptor, if there is one.
package enum Terminal {
  package static func isTerminal(_ descriptor: CInt) -> Bool { isatty(descriptor) == 1 }

  /// Returns the columns of the window, or nil if there is no terminal or its size is unknown.
  package static func columns(_ descriptor: CInt) -> Int? {
    var window = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else {
      return nil
    }
    return Int(window.ws_col)
  }
}

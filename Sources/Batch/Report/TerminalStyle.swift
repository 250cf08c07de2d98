import Bytes
import System

/// The abilities of a terminal, from the variables of the environment.
struct TerminalStyle: Sendable {
  /// Colours and redrawn lines are understood.
  let isCapable: Bool
  let usesColor: Bool
  let usesUnicode: Bool

  init(term: String?, noColor: String?, locale: String?) {
    isCapable = term != nil && term != "" && term != "dumb"
    usesColor = isCapable && (noColor ?? "").isEmpty
    let name = (locale ?? "").lowercased()
    usesUnicode = name.contains("utf-8") || name.contains("utf8")
  }

  static func ofEnvironment() -> TerminalStyle {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(variable).first
    return TerminalStyle(term: variable("TERM"), noColor: variable("NO_COLOR"), locale: locale)
  }

  private static func variable(_ name: String) -> String? {
    Environment.value(name).map { String(decoding: $0.bytes, as: UTF8.self) }
  }
}

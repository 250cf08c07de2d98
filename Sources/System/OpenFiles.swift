import Glibc

/// How many files this process may have open at once.
public enum OpenFiles {
  /// Asks for as many as the system grants, and answers how many those are.
  public static func raiseLimit() -> Int {
    let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    guard unsafe getrlimit(kind, &limit) == 0 else { return Int.max }
    var raised = limit
    raised.rlim_cur = limit.rlim_max
    if unsafe setrlimit(kind, &raised) == 0 { limit = raised }
    return Int(clamping: limit.rlim_cur)
  }
}

/// The first word of a command line.
public enum CommandName: String, CaseIterable, Sendable {
  case scan
  case render
  case merge
  case cache
  case verify
  case completions
  case manual
  case help
}

/// What a whole command line asks for, checked.
public enum Command: Sendable, Equatable {
  case scan(ScanOptions)
  case render(RenderOptions)
  case merge(MergeOptions)
  case cache(CacheOptions)
  case verify(VerifyOptions)
  case completions(CompletionShell)
  case manual
  case help(CommandName?)
  case version
}

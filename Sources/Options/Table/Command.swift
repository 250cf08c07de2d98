/// A command line, read and checked.
package enum Command: Sendable, Equatable {
  case scan(ScanOptions)
  case render(RenderOptions)
  case merge(MergeOptions)
  case cache(CacheOptions)
  case verify(VerifyOptions)
  case list(ListOptions)
  /// Makes a small picture, as `render` with these options does.
  case thumbnail(RenderOptions)
  case desktop(DesktopAction)
  case doctor
  /// Converts as audiowaveform does, with these arguments.
  // As they were typed: its command line has another syntax, and mistakes another exit status.
  case audiowaveform([[UInt8]])
  case completions(CompletionShell)
  case manual
  /// Prints the help of a command, or of all of them.
  case help(CommandName?)
  /// Prints the options of a command that most people use, for `-h`.
  case shortHelp(CommandName)
  /// Prints the presets and rules of `--expect`.
  case helpOnExpectations
  case version
}

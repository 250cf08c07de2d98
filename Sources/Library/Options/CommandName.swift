/// The first word of a command line.
public enum CommandName: String, CaseIterable, Sendable {
  /// Makes the pictures of a library.
  case scan
  /// Makes the picture of one recording.
  case render
  /// Joins the parts of a library that several scans have made.
  case merge
  /// Shows, trims or clears the cache of summaries.
  case cache
  /// Compares the files of an output with its manifest.
  case verify
  /// Prints the manifest of an output as a table.
  case list
  /// Makes a small picture for a file manager.
  case thumbnail
  /// Registers wavethumb with file managers.
  case desktop
  /// Checks the installation.
  case doctor
  /// Converts with audiowaveform's options.
  case audiowaveform
  /// Prints a completion script for a shell.
  case completions
  /// Prints the manual page.
  case manual
  /// Prints help.
  case help
}

/// A complete checked command.
public enum Command: Sendable, Equatable {
  /// Makes the pictures of a library.
  case scan(ScanOptions)
  /// Makes the picture of one recording.
  case render(RenderOptions)
  /// Joins the parts of a library.
  case merge(MergeOptions)
  /// Shows, trims or clears the cache.
  case cache(CacheOptions)
  /// Compares an output with its manifest.
  case verify(VerifyOptions)
  /// Prints the manifest of an output as a table.
  case list(ListOptions)
  /// Makes a small picture, as `render` with these options does.
  case thumbnail(RenderOptions)
  /// Registers wavethumb with file managers, or removes it.
  case desktop(DesktopAction)
  /// Checks the installation.
  case doctor
  /// Converts as audiowaveform does, with these arguments.
  case audiowaveform([[UInt8]])
  /// Prints the completion script of a shell.
  case completions(CompletionShell)
  /// Prints the manual page.
  case manual
  /// Prints the help of a command, or of all of them.
  case help(CommandName?)
  /// Prints the version.
  case version
}

/// An operation on the thumbnailer registration.
public enum DesktopAction: String, CaseIterable, Sendable {
  /// Registers wavethumb for file managers of this user.
  case enable
  /// Removes the registration.
  case disable
  /// Prints which thumbnailer is registered.
  case status
}

/// The shells with completion scripts.
public enum CompletionShell: String, CaseIterable, Sendable {
  /// GNU Bash.
  case bash
  /// The Z shell.
  case zsh
  /// fish.
  case fish
}

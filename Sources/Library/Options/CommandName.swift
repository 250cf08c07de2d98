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
  /// Compares the pictures of an output with its manifest.
  case verify
  /// Prints the manifest of an output as a table.
  case list
  /// Makes a small picture for a file manager.
  case thumbnail
  /// Has file managers ask wavethumb for pictures.
  case desktop
  /// Looks at what wavethumb stands on.
  case doctor
  /// Converts as audiowaveform does, by its own options.
  case audiowaveform
  /// Writes a script that completes command lines in a shell.
  case completions
  /// Writes the manual page.
  case manual
  /// Shows help.
  case help
}

/// What a whole command line asks for, checked.
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
  /// Has file managers ask wavethumb for pictures, or no longer.
  case desktop(DesktopAction)
  /// Looks at what wavethumb stands on.
  case doctor
  /// Converts as audiowaveform does; these are the words that it would have been called with.
  case audiowaveform([[UInt8]])
  /// Writes the completion script of a shell.
  case completions(CompletionShell)
  /// Writes the manual page.
  case manual
  /// Shows the help of a command, or of all of them.
  case help(CommandName?)
  /// Shows the version.
  case version
}

/// What is to become of the pictures that file managers show.
public enum DesktopAction: String, CaseIterable, Sendable {
  /// File managers of this user ask wavethumb for pictures of recordings.
  case enable
  /// They no longer do.
  case disable
  /// Says who is asked.
  case status
}

/// The shells that completions are written for.
public enum CompletionShell: String, CaseIterable, Sendable {
  /// GNU Bash.
  case bash
  /// The Z shell.
  case zsh
  /// fish.
  case fish
}

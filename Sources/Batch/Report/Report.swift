import Decoding
import Library
import System

/// Prints the messages of a run on standard error, and its events on standard output.
final class Report: Sendable {
  /// The verbosity of the messages, and facts of the run.
  struct Settings: Sendable {
    var library: [UInt8] = []
    var part: Shard?
    var kind = TotalsLine.Kind.scan
    var verbosity = Verbosity.normal
    var isStrict = false
    /// Known failures do not make the exit status 3.
    var sparesKnownFailures = false
    var writesEvents = false
    var terminal = TerminalStyle.ofEnvironment()
    var workflow: WorkflowReport?
    /// Whether an ffmpeg is on PATH, so that only `--ffmpeg` is missing.
    var hasFFmpeg = false
  }

  private struct State: ~Copyable, Sendable {
    var words: OutputChannel
    var events: OutputChannel
    let isScreen: Bool
    var groups: ProblemGroups
    var workflow: WorkflowReport?
    var damaged = DamagedFiles()
    var known = KnownProblems()
    var isLineShown = false
    // A very short run shows no progress line.
    var lastLineAt = 0.2
    var lastPlainAt = 0.0
  }

  private let settings: Settings
  private let showsLine: Bool
  private let state: Locked<State>

  init(_ settings: Settings, words: consuming OutputChannel, events: consuming OutputChannel) {
    self.settings = settings
    // On the same terminal, events would break the progress line.
    let eventsOnScreen = settings.writesEvents && events.columns != nil
    showsLine =
      words.columns != nil && settings.terminal.isCapable && settings.verbosity != .quiet
      && !eventsOnScreen
    let named = settings.verbosity == .quiet ? 20 : 3
    let isScreen = words.columns != nil
    state = Locked(
      State(
        words: words, events: events, isScreen: isScreen,
        groups: ProblemGroups(namesShown: named), workflow: settings.workflow))
  }

  convenience init(_ options: ScanOptions) {
    var settings = Settings(library: options.library, part: options.shard)
    settings.kind = options.onlyChecks ? .check : options.isDryRun ? .dryRun : .scan
    settings.verbosity = options.verbosity
    settings.isStrict = options.isStrict
    settings.sparesKnownFailures = options.sparesKnownFailures
    settings.writesEvents = options.writesEvents
    settings.workflow = .ofEnvironment(library: options.library)
    settings.hasFFmpeg = FFmpegProgram.onPath() != nil
    self.init(settings, words: .standardError, events: .standardOutput)
  }

  /// Creates the report of a command that is not a scan.
  convenience init(_ verbosity: Verbosity) {
    let settings = Settings(verbosity: verbosity, workflow: .ofEnvironment())
    self.init(settings, words: .standardError, events: .standardOutput)
  }

  /// The reason why events were lost, unless their reader is gone.
  var lostEvents: RunFailure? {
    state.withLock { state in
      guard let number = state.events.failure, !state.events.hasNoListener else { return nil }
      return .standardOutputLost(errno: number)
    }
  }

  /// Whether there is a line or an event for each recording, not only for failed and truncated
  /// ones.
  var reportsEachFile: Bool { settings.writesEvents || settings.verbosity == .everyFile }

  func finished(_ result: RecordingResult) {
    state.withLock { state in
      if settings.writesEvents {
        let isDone = settings.kind == .scan
        state.events.write(isDone ? EventLine.file(result) : EventLine.forecast(result))
      }
      if let problem = result.shortfall, problem.status == .failed || settings.isStrict,
        let line = state.workflow?.failed(result.path.bytes, problem.message)
      {
        Self.say(line, &state)
      }
      if let line = FileLine.text(result, kind: settings.kind, verbosity: settings.verbosity) {
        Self.say(line, &state)
      } else if let problem = result.shortfall, isNamed(result) {
        state.groups.add(result.path.bytes, problem)
      } else if let problem = result.shortfall {
        if problem.status == .failed || settings.isStrict { state.known.count(result) }
      } else if let words = result.made?.damage.words {
        if settings.verbosity != .quiet {
          state.damaged.append(result.path.bytes, words)
        } else if !result.isUnchanged {
          Self.say("\(PrintableName.text(result.path.bytes)): \(words)", &state)
        } else if settings.isStrict {
          state.known.count(result)
        }
      }
    }
  }

  func finished(_ result: RecordingResult, _ totals: inout RunTotals) {
    totals.count(result)
    finished(result)
  }

  func deleted(_ picture: [UInt8]) {
    guard settings.verbosity == .everyFile || settings.kind == .dryRun else { return }
    let verb = settings.kind == .dryRun ? "would delete" : "deleted"
    state.withLock { Self.say("\(verb) \(PrintableName.text(picture))", &$0) }
  }

  /// Shows the progress of the run; can be called at any rate.
  func progress(_ progress: RunProgress) {
    state.withLock { state in
      let now = progress.elapsedSeconds
      if now - state.lastLineAt >= 0.1 {
        state.lastLineAt = now
        state.events.flush()
        state.words.flush()
        if showsLine { drawLine(progress, &state) }
      }
      if !showsLine, settings.verbosity != .quiet, now - state.lastPlainAt >= 60 {
        state.lastPlainAt = now
        Self.say(line(progress, state).plain, &state)
      }
    }
  }

  func isolation(_ layers: SandboxReport) {
    if settings.writesEvents { state.withLock { $0.events.write(EventLine.isolation(layers)) } }
    say(RunNote(layers))
  }

  /// Removes the progress line, if any, and prints pending messages.
  func sayAll() {
    state.withLock { state in
      Self.eraseLine(&state)
      state.words.flush()
    }
  }

  func say(_ note: RunNote) {
    guard note.isSaid(settings.verbosity) else { return }
    state.withLock { state in
      Self.say("wavethumb: \(note.words)", &state)
      // Nothing may follow it.
      state.words.flush()
    }
  }

  /// Reports the given options that have no effect, once.
  func say(ignored options: RecordingOptions) {
    if !options.withoutEffect.isEmpty { say(.withoutEffect(options.withoutEffect)) }
  }

  /// Reports why a run cannot begin or continue, and returns the exit status.
  func fail(_ failure: RunFailure) -> ExitStatus {
    state.withLock { state in
      state.events.flush()
      let sentence = failure.words
      Self.say("wavethumb: \(sentence)", &state)
      if state.workflow != nil { Self.say(WorkflowReport.failed(sentence), &state) }
      state.words.flush()
    }
    return failure.exitStatus
  }

  /// Reports an error of any type that ends a run.
  func fail(after error: any Error, isWriting: Bool = true) -> ExitStatus {
    switch error {
    case let failure as RunFailure: fail(failure)
    case let refusal as MergeRefusal: fail(.merge(refusal))
    case let failure as SystemFailure where isWriting:
      fail(.outputLost(failure.place.bytes, errno: failure.errno))
    case let failure as SystemFailure:
      fail(.outputUnreadable(failure.place.bytes, errno: failure.errno))
    default: fail(.pictureImpossible(detail: "\(error)"))
    }
  }

  /// Reports why one path has no picture, outside of a run.
  func fail(_ path: [UInt8], _ problem: FileProblem) {
    let message = ManifestProblem(problem, isAlone: true).message
    state.withLock { state in
      Self.say("wavethumb: \(PrintableName.text(path)): \(message)", &state)
      if let line = state.workflow?.failed(path, message) { Self.say(line, &state) }
      state.words.flush()
    }
  }

  /// Prints the call and the examples of a command that was probably meant.
  func show(_ command: CommandName) {
    guard settings.verbosity != .quiet else { return }
    state.withLock { state in
      state.words.write("\n\(Help.screen(of: command))")
      state.words.flush()
    }
  }

  /// Ends the report: problems by cause, the last line, the last event.
  func done(_ totals: RunTotals, pictures: [UInt8], page: [UInt8]? = nil) {
    state.withLock { state in
      if settings.writesEvents {
        let isDone = settings.kind == .scan
        state.events.write(isDone ? EventLine.done(totals) : EventLine.forecast(totals))
      }
      state.events.flush()
      for line in state.groups.lines() { Self.say(line, &state) }
      for status in settings.kind == .scan ? state.groups.unnamed : [] {
        let word = PrintableName.shellWord(pictures)
        Self.say("all of them: wavethumb list \(word) --where status=\(status.rawValue)", &state)
      }
      for line in state.damaged.lines(listedIn: pictures) { Self.say(line, &state) }
      for line in settings.sparesKnownFailures ? [] : state.known.lines(listedIn: pictures) {
        Self.say(line, &state)
      }
      if settings.verbosity != .quiet || (settings.kind == .check && totals.stale > 0) {
        let line = TotalsLine.text(
          totals, kind: settings.kind, pictures: pictures, page: page, library: settings.library,
          part: settings.part, hasFFmpeg: settings.hasFFmpeg)
        Self.say(line, &state)
      }
      state.workflow?.appendSummary(totals)
      Self.eraseLine(&state)
      state.words.flush()
    }
  }

  /// The messages and events so far, for tests.
  var written: (words: String, events: String) {
    state.withLock { state in
      (
        String(decoding: state.words.buffer, as: UTF8.self),
        String(decoding: state.events.buffer, as: UTF8.self)
      )
    }
  }

  // With --quiet, only the run that first meets a failure names it.
  private func isNamed(_ result: RecordingResult) -> Bool {
    guard settings.verbosity == .quiet else { return true }
    if result.made != nil { return !result.isUnchanged }
    return !result.isRemembered && (result.status == .failed || settings.isStrict)
  }

  private func line(_ progress: RunProgress, _ state: borrowing State) -> ProgressLine {
    ProgressLine(
      progress: progress, usesUnicode: settings.terminal.usesUnicode,
      isColored: settings.terminal.usesColor)
  }

  private func drawLine(_ progress: RunProgress, _ state: inout State) {
    let text = line(progress, state).text(columns: state.words.columns ?? 80)
    state.words.write("\r\(text)\u{1B}[K")
    state.words.flush()
    state.isLineShown = true
  }

  private static func say(_ line: String, _ state: inout State) {
    eraseLine(&state)
    state.words.write(line + "\n")
    if state.isScreen { state.words.flush() }
  }

  private static func eraseLine(_ state: inout State) {
    guard state.isLineShown else { return }
    state.words.write("\r\u{1B}[K")
    state.isLineShown = false
  }
}

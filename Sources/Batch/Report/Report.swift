import Decoding
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// Prints the messages of a run on standard error, and its events on standard output.
// One object with a lock, since the children of a run report at any time, and a line must not be torn
// by another.
final class Report: Sendable {
  private struct State: ~Copyable, Sendable {
    var messages: OutputChannel
    var events: OutputChannel
    let isScreen: Bool
    var groups: ProblemGroups
    var workflow: WorkflowReport?
    var damaged = DamagedFiles()
    var known = KnownProblems()
    var isLineShown = false
    // A very short run shows no progress line: it would flicker. Untuned.
    var lastLineAt = 0.2
    var lastPlainAt = 0.0
    var lastProgressEventAt = 0.0
    /// The last event, if others come before it when the run is over.
    var lastEvent: [UInt8] = []
  }

  private let options: ScanOptions
  private let terminal: TerminalStyle
  /// Whether an ffmpeg is on PATH, so that only `--ffmpeg` is missing.
  private let hasFFmpeg: Bool
  private let showsLine: Bool
  private let state: Locked<State>

  init(
    _ options: ScanOptions,
    _ terminal: TerminalStyle,
    workflow: WorkflowReport? = nil,
    hasFFmpeg: Bool = false,
    messages: consuming OutputChannel,
    events: consuming OutputChannel
  ) {
    self.options = options
    self.terminal = terminal
    self.hasFFmpeg = hasFFmpeg
    // On the same terminal, events would break the progress line.
    let eventsOnScreen = options.writesEvents && events.columns != nil
    let isScreen = messages.columns != nil
    showsLine =
      isScreen && terminal.isCapable && options.verbosity != .quiet && !eventsOnScreen
    // A cron mail with --quiet is all that its reader sees, so it names more. Both are untuned.
    let isQuiet = options.verbosity == .quiet
    let named = isQuiet ? 20 : 3
    state = Locked(
      State(
        messages: messages,
        events: events,
        isScreen: isScreen,
        groups: ProblemGroups(namesShown: named),
        workflow: workflow
      )
    )
  }

  convenience init(_ options: ScanOptions) {
    self.init(
      options,
      .ofEnvironment(),
      workflow: .ofEnvironment(library: options.library),
      hasFFmpeg: FFmpegProgram.onPath() != nil,
      messages: .standardError,
      events: .standardOutput
    )
  }

  /// Creates the report of a command that is not a scan.
  convenience init(_ verbosity: Verbosity) {
    self.init(
      ScanOptions(library: [], verbosity: verbosity),
      .ofEnvironment(),
      workflow: .ofEnvironment(),
      messages: .standardError,
      events: .standardOutput
    )
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
  var reportsEachFile: Bool { options.writesEvents || options.verbosity == .everyFile }

  func finished(_ result: RecordingResult) {
    state.withLock { state in
      if options.writesEvents {
        let isDone = options.kind == .scan
        let event = isDone ? EventLine.file(result) : EventLine.forecast(result)
        state.events.write(event)
      }
      if let problem = result.shortfall, makesRunFail(problem) {
        annotate(result.path.bytes, because: problem.message, in: &state)
      }
      if let line = FileLine.text(for: result, options: options) {
        Self.say(line, in: &state)
      } else if let problem = result.shortfall {
        finished(result, with: problem, in: &state)
      } else if let damage = result.facts?.damage.text {
        finished(result, damaged: damage, in: &state)
      }
    }
  }

  /// Prints the annotation of a failed recording, if the run is a step of a workflow.
  private func annotate(_ path: [UInt8], because message: String, in state: inout State) {
    guard let annotation = state.workflow?.failed(path, because: message) else { return }
    Self.say(annotation, in: &state)
  }

  private func makesRunFail(_ problem: ManifestProblem) -> Bool {
    problem.status == .failed || options.isStrict
  }

  private func finished(
    _ result: RecordingResult,
    with problem: ManifestProblem,
    in state: inout State
  ) {
    if isNamed(result) {
      // Grouped until the end: a thousand files that fail alike are one line and three names.
      state.groups.add(result.path.bytes, with: problem)
    } else if makesRunFail(problem) {
      // A status other than 0 never comes without a line.
      state.known.count(result)
    }
  }

  // With --quiet, a recording that has lost sound is named once: by the run that first draws it.
  private func finished(
    _ result: RecordingResult,
    damaged damage: String,
    in state: inout State
  ) {
    if options.verbosity != .quiet {
      state.damaged.append(result.path.bytes, with: damage)
    } else if !result.isUnchanged {
      Self.say("\(PrintableName.text(result.path.bytes)): \(damage)", in: &state)
    } else if options.isStrict {
      state.known.count(result)
    }
  }

  func finished(_ result: RecordingResult, addingTo totals: inout RunTotals) {
    totals.count(result)
    finished(result)
  }

  func deleted(_ picture: [UInt8]) {
    let isForecast = options.kind == .dryRun
    guard options.verbosity == .everyFile || isForecast else { return }
    let verb = isForecast ? "would delete" : "deleted"
    let line = "\(verb) \(PrintableName.text(picture))"
    state.withLock { state in Self.say(line, in: &state) }
  }

  /// Shows the progress of the run; can be called at any rate.
  func progress(_ progress: RunProgress) {
    state.withLock { state in
      let now = progress.elapsedSeconds
      // Ten times a second looks steady. A log gets a line a minute.
      if now - state.lastLineAt >= 0.1 {
        state.lastLineAt = now
        state.events.flush()
        state.messages.flush()
        if showsLine {
          drawLine(of: progress, in: &state)
        }
      }
      // A frontend draws a bar of it. A run of less than a second has no such event.
      let isEventDue = now - state.lastProgressEventAt >= 1
      let wantsEvents = options.writesEvents && options.verbosity != .quiet
      if wantsEvents, !progress.isCrawling, isEventDue {
        state.lastProgressEventAt = now
        state.events.write(EventLine.progress(progress))
        state.events.flush()
      }
      let isPlainDue = now - state.lastPlainAt >= 60
      if !showsLine, options.verbosity != .quiet, isPlainDue {
        state.lastPlainAt = now
        Self.say(line(of: progress).plain, in: &state)
      }
    }
  }

  func isolation(_ layers: SandboxReport) {
    if options.writesEvents {
      let event = EventLine.isolation(layers)
      state.withLock { state in state.events.write(event) }
    }
    say(.isolation(layers))
  }

  /// Removes the progress line, if any, and prints pending messages.
  func sayAll() {
    state.withLock { state in
      Self.eraseLine(in: &state)
      state.messages.flush()
    }
  }

  func say(_ note: RunNote) {
    guard note.isShown(at: options.verbosity) else { return }
    state.withLock { state in
      Self.say("wavethumb: \(note.message)", in: &state)
      // Nothing may follow it.
      state.messages.flush()
    }
  }

  /// Reports the given options that have no effect, once.
  func say(ignored options: RecordingOptions) {
    if !options.withoutEffect.isEmpty {
      say(.withoutEffect(options.withoutEffect))
    }
  }

  /// Reports why a run cannot begin or continue, and returns the exit status.
  func fail(_ failure: RunFailure) -> ExitStatus {
    state.withLock { state in
      // Before the message: where both streams are one file, events tell what was done until then.
      state.events.flush()
      let sentence = failure.message
      Self.say("wavethumb: \(sentence)", in: &state)
      if state.workflow != nil {
        Self.say(WorkflowReport.failed(because: sentence), in: &state)
      }
      state.messages.flush()
    }
    return failure.exitStatus
  }

  /// Reports an error of any type that ends a run.
  // A failure of the system has a path and a number, but not what the run was about to do there: a run
  // that only reads says so.
  func fail(after error: any Error, isWriting: Bool = true) -> ExitStatus {
    switch error {
    case let failure as RunFailure: fail(failure)
    case let failure as SystemFailure where isWriting:
      fail(.outputLost(failure.path.bytes, errno: failure.errno))
    case let failure as SystemFailure: fail(.unreadable(failure.path.bytes, errno: failure.errno))
    default: fail(.pictureImpossible(detail: "\(error)"))
    }
  }

  /// Reports an error of any type or a signal that ends a run.
  func end(after error: any Error, interruption: Interruption) -> ExitStatus {
    guard interruption.isCause(of: error) else { return fail(after: error) }
    say(.stopped)
    return interruption.exitStatus()
  }

  /// Reports an error of any type that ends the work on a single recording.
  func fail(
    _ error: any Error,
    with recording: RawPath,
    interruption: Interruption
  ) -> ExitStatus {
    switch WorkError(error) {
    case .run(let failure): return fail(failure)
    case .problem(let problem):
      let message = ManifestProblem(problem, isAlone: true).message
      state.withLock { state in
        Self.say("wavethumb: \(PrintableName.text(recording.bytes)): \(message)", in: &state)
        annotate(recording.bytes, because: message, in: &state)
        // A folder is what `scan` takes: its examples help more than the message.
        if problem == .notAFile(.folder), options.verbosity != .quiet {
          state.messages.write("\n\(Help.screen(of: .scan))")
        }
        state.messages.flush()
      }
      return .someFailed
    case .cancelled:
      say(.renderStopped)
      return interruption.exitStatus()
    }
  }

  /// Writes an event that is not about the work of the run.
  func write(_ event: [UInt8]) {
    state.withLock { state in state.events.write(event) }
  }

  /// Writes the event `done`, if it was held back for others.
  func endEvents() {
    state.withLock { state in
      state.events.write(state.lastEvent)
      state.lastEvent = []
      state.events.flush()
    }
  }

  /// Ends the report: problems by cause, the last line, the last event.
  func done(_ totals: RunTotals, pictures: [UInt8], page: [UInt8]? = nil) {
    state.withLock { state in
      if options.writesEvents {
        let isDone = options.kind == .scan
        let event = isDone ? EventLine.done(totals) : EventLine.forecast(totals)
        if options.expectations.isEmpty {
          state.events.write(event)
        } else {
          state.lastEvent = event
        }
      }
      state.events.flush()
      sayProblems(listedIn: pictures, in: &state)
      for note in ffmpegNotes(on: totals) where note.isShown(at: options.verbosity) {
        Self.say(note.message, in: &state)
      }
      // A status other than 0 never comes without a line, also with --quiet.
      let isCheckFailed = options.kind == .check && totals.stale > 0
      if options.verbosity != .quiet || isCheckFailed {
        let line = TotalsLine.text(
          totals,
          of: options,
          pictures: pictures,
          page: page,
          hasFFmpeg: hasFFmpeg
        )
        Self.say(line, in: &state)
      }
      state.workflow?.appendSummary(totals)
      Self.eraseLine(in: &state)
      state.messages.flush()
    }
  }

  /// Prints the problems, grouped by cause, and the commands that list their recordings.
  private func sayProblems(listedIn pictures: [UInt8], in state: inout State) {
    for line in state.groups.lines() {
      Self.say(line, in: &state)
    }
    // A run that writes nothing has no manifest that `list` could show.
    if options.kind == .scan {
      let output = PrintableName.shellWord(pictures)
      for status in state.groups.unnamed {
        let condition = "status=\(status.rawValue)"
        Self.say("all of them: wavethumb list \(output) --where \(condition)", in: &state)
      }
    }
    for line in state.damaged.lines(listedIn: pictures) {
      Self.say(line, in: &state)
    }
    if options.sparesKnownFailures { return }
    for line in state.known.lines(listedIn: pictures) {
      Self.say(line, in: &state)
    }
  }

  /// The messages and events so far, for tests.
  var written: (messages: String, events: String) {
    state.withLock { state in
      (
        String(decoding: state.messages.buffer, as: UTF8.self),
        String(decoding: state.events.buffer, as: UTF8.self)
      )
    }
  }

  private func ffmpegNotes(on totals: RunTotals) -> [RunNote] {
    var notes: [RunNote] = []
    // Only if nobody asked for it: with --ffmpeg all it is no news.
    if totals.readByFFmpeg > 0, options.decoding.ffmpeg == .sound {
      notes.append(.readByFFmpeg(totals.readByFFmpeg))
    }
    if totals.keptWithoutFFmpeg > 0 {
      notes.append(.keptWithoutFFmpeg(totals.keptWithoutFFmpeg))
    }
    return notes
  }

  // With --quiet, only the run that first meets a failure names it.
  private func isNamed(_ result: RecordingResult) -> Bool {
    guard options.verbosity == .quiet else { return true }
    if result.facts != nil { return !result.isUnchanged }
    let countsAsFailure = result.status == .failed || options.isStrict
    return countsAsFailure && !result.isRemembered
  }

  private func line(of progress: RunProgress) -> ProgressLine {
    ProgressLine(
      progress: progress,
      usesUnicode: terminal.usesUnicode,
      isColored: terminal.usesColor
    )
  }

  // The text first and the erasing behind it: erased before, the line would flicker.
  private func drawLine(of progress: RunProgress, in state: inout State) {
    let text = line(of: progress).text(columns: state.messages.columns ?? 80)
    state.messages.write("\r\(text)\u{1B}[K")
    state.messages.flush()
    state.isLineShown = true
  }

  private static func say(_ line: String, in state: inout State) {
    eraseLine(in: &state)
    state.messages.write(line + "\n")
    // A person reads it now; a log is written in blocks.
    if state.isScreen {
      state.messages.flush()
    }
  }

  private static func eraseLine(in state: inout State) {
    guard state.isLineShown else { return }
    state.messages.write("\r\u{1B}[K")
    state.isLineShown = false
  }
}

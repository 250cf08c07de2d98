import Codecs
package import Decoding
import Glibc
import Waveform
import WavethumbBytes

/// Creates the code, cause and cure of every problem of a file.
extension ManifestProblem {
  /// `isAlone` is for a single recording, which has no next run and no options to exclude it.
  package init(_ problem: FileProblem, isAlone: Bool = false) {
    switch problem {
    case .decoding(let failure): self.init(failure, isAlone: isAlone)
    case .unreadableFolder(let number):
      self.init(
        "unreadable",
        "the folder cannot be read: \(SystemErrorText.text(number))",
        cure: SystemErrorText.cure(reading: number)
      )
      isOfFolder = true
    case .notAFile(let kind):
      self.init("not-a-file", kind.rawValue, cure: kind.cure(isAlone: isAlone))
    case .writeFailed(let number):
      self.init(
        Self.writeFailed,
        "the picture cannot be written: \(SystemErrorText.text(number))",
        cure: SystemErrorText.cure(writing: number) + ", or use --output DIR"
      )
    case .foreignPicture:
      self.init(
        Self.writeFailed,
        "a file of another program has the name of an output",
        cure: "Move that file away, or use --output DIR"
      )
    case .sharedName(let other):
      self.init(
        Self.writeFailed,
        "on this disk its picture would replace that of \(PrintableName.quoted(other))",
        cure: "Rename the recording, or use --output DIR on a disk that distinguishes case"
      )
    case .tooManyChannels:
      self.init(
        "out-of-limits",
        "more than \(PointsMeter.maximumChannels) channels, which dat and peaks cannot hold",
        cure: "Use json or wavesurfer"
      )
    }
    isContentFault = problem.isOfContent
    keepsPictures = problem.isOfStart
  }

  // One case, one problem, without a `default`: the compiler names a failure that has no sentence.
  private init(_ failure: DecodeFailure, isAlone: Bool) {
    let again = isAlone ? "Try again" : "It is tried again at the next run"
    switch failure {
    case .audio(let failure): self.init(failure, isAlone: isAlone)
    case .ffmpegFailed(let what, let reason):
      self.init(
        "unsupported",
        "ffmpeg could not decode \(Self.format(what))",
        detail: reason,
        cure: "Convert to 24-bit FLAC or MP3"
      )
    case .ffmpegNotStarted(let reason):
      self.init(
        "ffmpeg-failed",
        "ffmpeg does not work at this moment",
        detail: reason,
        cure: "\(again); repair ffmpeg, or allow it more memory and processes"
      )
    case .shortOfMemory:
      self.init(
        "no-memory",
        "the system refused memory that decoding may use",
        cure: "\(again); allow more memory (ulimit -v, ulimit -d), or end other programs"
      )
    case .timeout(let seconds, let isBeforeSound):
      self.init(timeout: seconds, isBeforeSound: isBeforeSound)
    case .stalled(let seconds):
      let separator = isAlone ? ", or" : ";"
      self.init(
        "unreadable",
        "nothing could be read for \(Numerals.plain(seconds)) s: the disk is not responding, or "
          + "the machine is overloaded",
        cure: "\(again)\(separator) use --timeout to allow more"
      )
    case .outOfMemory(let megabytes):
      self.init(
        "out-of-limits",
        "decoding takes more than \(megabytes) MB of memory",
        cure: "Convert to 24-bit FLAC or MP3",
        limit: .memory(megabytes: megabytes)
      )
    case .beyondEnd(let seconds):
      self.init(
        "out-of-limits",
        "the range begins after the end of the recording",
        detail: "it lasts \(WaveformTime.spoken(seconds))",
        cure: "Use an earlier --range"
      )
    case .noChannel(let channels):
      self.init(
        "unsupported",
        "only \(Numerals.count(channels, "channel"))",
        cure: "Use a lower number for --channels"
      )
    case .changed:
      let cure = isAlone ? "Try again when the file is complete" : "Tried again at the next run"
      self.init("changed", "the file changed while it was read", cure: cure)
    case .unreadable(let number): self.init(unreadable: number, isAlone: isAlone)
    case .killed(let signal):
      self.init(
        "killed",
        "the decoder was killed (\(SystemErrorText.signal(signal)))",
        cure: "\(again); the system may be short of memory"
      )
    case .crashed(let signal): self.init(crash: signal)
    case .notSplittable, .cancelled, .noWorker: self.init(crash: 0)
    }
  }

  private init(_ failure: AudioFailure, isAlone: Bool) {
    var copy = "Copy or download the recording again"
    if !isAlone {
      copy += ", or --exclude the path"
    }
    let repair = "Copy the recording again, or repair it with an audio editor"
    switch failure {
    case .empty: self.init("empty", "empty", cure: copy)
    case .notAudio(let what):
      let guess = PrintableName.text(what.utf8.prefix(Self.maximumFormatBytes))
      let kind = guess.isEmpty ? "" : " (\(guess))"
      self.init("not-audio", "not audio\(kind)", cure: copy)
    case .gitLFSPointer:
      self.init(
        "git-lfs-pointer",
        "a Git LFS pointer instead of the recording",
        cure: "Run git lfs pull"
      )
    case .unsupported(let what):
      self.init(
        "unsupported",
        "\(Self.format(what)) is not supported",
        cure: "ffmpeg may read it if it is installed and --ffmpeg is not off; --ffmpeg all is for "
          + "video"
      )
      waitsForFFmpeg = true
    case .corrupt(let detail): self.init("corrupt", "damaged", detail: detail, cure: repair)
    case .outOfLimits(let bound, let found, let limit):
      let unit = bound == .channels ? "channels" : "Hz"
      self.init(
        "out-of-limits",
        "the header has impossible values",
        detail: "\(Numerals.grouped(found)) \(unit), and \(Numerals.grouped(limit)) is the limit",
        cure: repair
      )
    case .tooLong(_, let hours):
      self.init(
        "too-long",
        "more than \(Numerals.plain(hours)) hours of audio",
        cure: "Use --max-duration to allow more",
        limit: .duration(hours: hours)
      )
    case .tooMuchWork(let samples):
      self.init(
        "out-of-limits",
        "more than \(Numerals.grouped(samples)) samples come of each byte, as of a file made to "
          + "keep decoders busy",
        cure: "Use --max-duration to allow more",
        limit: .work(samplesPerByte: samples)
      )
    case .unreadable(let number): self.init(unreadable: number, isAlone: isAlone)
    }
  }

  // The sentence has the seconds that were allowed, and the limit those of `--timeout`: with more of
  // those the recording is tried again.
  private init(timeout seconds: Double, isBeforeSound: Bool) {
    let allowed = isBeforeSound ? WorkerTimeLimit.openingSeconds(of: seconds) : seconds
    var cause = "the decoder made no progress in \(Numerals.plain(allowed)) s of processor time"
    if isBeforeSound {
      cause += ", before the first sound"
    }
    self.init(
      "timeout",
      cause,
      cure: "Use --timeout to allow more, or copy the recording again",
      limit: .timeout(seconds: seconds)
    )
  }

  private init(unreadable number: CInt, isAlone: Bool) {
    let cure: String?
    if isAlone {
      cure = SystemErrorText.cure(readingAgain: number)
    } else {
      cure = SystemErrorText.cure(reading: number)
    }
    self.init("unreadable", "cannot be read: \(SystemErrorText.text(number))", cure: cure)
  }

  private init(crash signal: CInt) {
    var cause = "the decoder stopped"
    if signal != 0 {
      cause = "the decoder crashed (\(SystemErrorText.signal(signal)))"
    }
    self.init("crashed", cause, cure: "Copy the recording again, or convert it")
  }

  // Names of formats have a few words.
  private static let maximumFormatBytes = 100
  // The reason that a library gives fits into two lines of a terminal.
  private static let maximumDetailBytes = 200

  private static func format(_ name: String) -> String {
    if name.isEmpty { return "the format" }
    // The name comes from the file, which may hold anything.
    return PrintableName.text(name.utf8.prefix(maximumFormatBytes))
  }

  /// Creates a problem with a detail that differs between files with the same cause.
  private init(
    _ code: String,
    _ cause: String,
    detail: String? = nil,
    cure: String?,
    limit: Limit? = nil
  ) {
    // Messages of libraries differ in their final punctuation.
    var text = (detail ?? "").utf8.prefix(Self.maximumDetailBytes)
    while let last = text.last, " .\n".utf8.contains(last) {
      text.removeLast()
    }
    let detail = text.isEmpty ? nil : PrintableName.text(text)
    let sentence = [cause, detail].compactMap(\.self).joined(separator: ": ")
    var message = sentence.prefix(1).uppercased()
    message += sentence.dropFirst() + "."
    if let cure {
      message += " \(cure)."
    }
    self.init(
      code: code,
      message: message,
      cause: cause,
      detail: detail,
      cure: cure,
      limit: limit
    )
  }

  private static let writeFailed = "write-failed"

  /// Whether the recording is at fault, not the location of its pictures.
  package var mayHavePlaceholder: Bool { code != Self.writeFailed }
}

extension FileProblem.NonFile {
  fileprivate func cure(isAlone: Bool) -> String? {
    switch self {
    case .danglingLink: return "Repair or remove the link"
    case .folder where isAlone: return "Use wavethumb scan for the recordings of a folder"
    case .pipe, .socket, .device, .linkLoop, .folder:
      if isAlone { return nil }
      return "Remove it, or --exclude the path"
    }
  }
}

extension WorkerStartFailure {
  /// The failure as part of a sentence.
  package var text: String {
    switch self {
    case .layer(let missing): missing.text
    case .notStarted(EAGAIN): "the limit of processes is reached (ulimit -u)"
    case .notStarted(let number): "no process can be started: \(SystemErrorText.text(number))"
    case .ended(_, let signal) where signal != 0:
      "the decoding process was killed by \(SystemErrorText.signal(signal))"
    case .ended(let status, _): "the decoding process ended with status \(status)"
    case .silent: "the decoding process does not answer"
    case .cancelled: "stopped"
    case .notPrepared:
      "this program does not call WorkerProcess.runIfAsked() before anything else"
    }
  }
}

extension SandboxReport.Missing {
  /// The missing layer and the reason, as part of a sentence.
  package var text: String {
    let name = layer.names.joined(separator: ", ")
    return switch reason {
    case .forbidden(let number): "\(name) (\(SystemErrorText.text(number)))"
    case .tone(let signal): "\(name) (a test was killed by \(SystemErrorText.signal(signal)))"
    }
  }
}

import Codecs
import Decoding

// What the content of a recording causes is remembered, and not tried again until the content, the
// options or the decoders change. What the machine causes is tried at every run: its disks, memory,
// processes and libraries may be well tomorrow. So a problem is of the content only if every machine
// would meet it. A wrong guess is not equally bad in both directions: a problem of the content that is
// taken for one of the machine costs time at every run, the other way round a picture is missing for
// ever, in silence.

extension FileProblem {
  /// Whether the content of the file causes it, so that it is remembered.
  var isOfContent: Bool {
    switch self {
    case .decoding(let failure): failure.isOfContent
    // Rights, disks and networks change without the file.
    case .unreadableFolder: false
    // The path has no content; what is there may be replaced.
    case .notAFile: false
    // The folder of the pictures is at fault: full, read-only, or taken by a file of someone else.
    case .writeFailed, .foreignPicture, .sharedName: false
    // The header has their number.
    case .tooManyChannels: true
    }
  }

  /// Whether no decoder began, so that nothing is known that an earlier run did not know: the
  /// pictures of that run stay listed.
  var isOfStart: Bool {
    switch self {
    case .decoding(.ffmpegNotStarted), .decoding(.shortOfMemory): true
    case .decoding, .unreadableFolder, .notAFile, .writeFailed, .foreignPicture, .sharedName,
      .tooManyChannels:
      false
    }
  }
}

extension DecodeFailure {
  /// Whether the content of the recording causes it.
  fileprivate var isOfContent: Bool {
    switch self {
    case .audio(let failure): failure.isOfContent
    // Any program on PATH may be called ffmpeg. The cache remembers it from the second run on.
    case .ffmpegFailed: false
    // Missing or replaced libraries, a limit on memory, no processes left.
    case .ffmpegNotStarted: false
    // The system refused what a decoder may use; `outOfMemory` is the limit of the decoder itself.
    case .shortOfMemory: false
    // It ended two decoders, by signals of a program's own faults, with enough memory for both.
    case .crashed: true
    // The system or a user ended the decoder: mostly for memory. SIGBUS is one of these signals.
    case .killed: false
    // Processor time, not time on the clock: a busy machine does not shorten it. But one that lacks
    // memory spends it on loading pages. The cache remembers it from the second run on.
    case .timeout: false
    // The disk, or what else keeps a process from computing.
    case .stalled: false
    // The limit of the sandbox, which is the same on every machine.
    case .outOfMemory: true
    // Another program is writing it.
    case .changed: false
    // Rights, disks, networks.
    case .unreadable: false
    // The length is that of the content, and --range one of the settings.
    case .beyondEnd: true
    // The channels are those of the content, and --channels one of the settings.
    case .noChannel: true
    // A worker that divides what is not divided gives an answer without sense, as after a crash.
    case .notSplittable: true
    // These end a run, and are no results.
    case .cancelled, .noWorker: false
    }
  }
}

extension AudioFailure {
  /// Whether the content of the recording causes it.
  fileprivate var isOfContent: Bool {
    switch self {
    // The size of the open file, and bytes that were read without an error.
    case .empty, .notAudio, .gitLFSPointer, .unsupported, .corrupt: true
    // The header, or what was decoded, against limits that are options and settings.
    case .outOfLimits, .tooLong, .tooMuchWork: true
    // Rights, disks, networks.
    case .unreadable: false
    }
  }
}

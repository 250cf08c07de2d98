import Decoding
import Waveform

/// The messages for every problem of a file: causes and cures.
package enum ProblemSentences {
  package static func cause(_ problem: FileProblem) -> String {
    switch problem {
    case .empty: "empty"
    case .notAudio(let guess):
      guess.map { "not audio (\(PrintableName.text($0.utf8.prefix(100))))" } ?? "not audio"
    case .gitLFSPointer: "a Git LFS pointer instead of the recording"
    case .unsupported(let format, let ffmpeg): unsupported(format, ffmpeg)
    case .corrupt: "damaged"
    case .outOfLimits: "the header has impossible values"
    case .outOfMemory(let megabytes): "decoding takes more than \(megabytes) MB of memory"
    case .beyondEnd: "the range begins after the end of the recording"
    case .tooLong(let hours): "more than \(Numerals.plain(hours)) hours of audio"
    case .tooMuchWork(let samples):
      "more than \(Numerals.grouped(samples)) samples come of each byte, "
        + "as of a file made to keep decoders busy"
    case .timeout(let seconds, false):
      "the decoder made no progress in \(Numerals.plain(seconds)) s of processor time"
    case .timeout(let allowed, true):
      Self.cause(.timeout(processorSeconds: WorkerTimeLimit.openingSeconds(of: allowed)))
        + ", before the first sound"
    case .waited(let seconds):
      "nothing could be read for \(Numerals.plain(seconds)) s: the disk is not responding, or the machine is overloaded"
    case .crashed(let signal): crashed(signal)
    case .killed(let signal): "the decoder was killed (\(SystemWords.signal(signal)))"
    case .changed: "the file changed while it was read"
    case .unreadable(let number): "cannot be read: \(SystemWords.text(number))"
    case .unreadableFolder(let number): "the folder cannot be read: \(SystemWords.text(number))"
    case .notAFile(let nonFile): words(for: nonFile)
    case .writeFailed(let number): "the picture cannot be written: \(SystemWords.text(number))"
    case .foreignPicture: "a file of another program has the picture's name"
    case .tooManyChannels:
      "more than \(PointsMeter.mostChannels) channels, which dat and peaks cannot hold"
    }
  }

  package static func cure(_ problem: FileProblem) -> String? {
    switch problem {
    case .empty, .notAudio: "Copy or download the recording again, or --exclude the path"
    case .gitLFSPointer: "Run git lfs pull"
    case .unsupported(_, .notAsked): "Install ffmpeg and use --ffmpeg"
    case .unsupported(_, .failed): "Convert to FLAC or MP3"
    case .corrupt, .outOfLimits: "Copy the recording again, or repair it with an audio editor"
    case .outOfMemory: "Convert to FLAC or MP3"
    case .beyondEnd: "Use an earlier --range"
    case .tooLong: "Use --max-duration to allow more"
    case .tooMuchWork: "Use --max-work to allow more"
    case .timeout: "Use --timeout to allow more, or copy the recording again"
    case .waited: "It is tried again at the next run; use --timeout to allow more"
    case .crashed: "Copy the recording again, or convert it"
    case .killed: "It is tried again at the next run; the system may be short of memory"
    case .changed: "Tried again at the next run"
    case .unreadable(let number), .unreadableFolder(let number): SystemWords.cure(reading: number)
    case .notAFile(.danglingLink): "Repair or remove the link"
    case .notAFile(.pipe), .notAFile(.socket), .notAFile(.device), .notAFile(.linkLoop),
      .notAFile(.folder):
      "Remove it, or --exclude the path"
    case .writeFailed(let number): SystemWords.cure(writing: number) + ", or use --output DIR"
    case .foreignPicture: "Move that picture away, or use --output DIR"
    case .tooManyChannels: "Use json or wavesurfer"
    }
  }

  /// Returns the cure for a single recording, without a next run or options to exclude it.
  static func loneCure(_ problem: FileProblem) -> String? {
    switch problem {
    case .empty, .notAudio: "Copy or download the recording again"
    case .waited: "Try again, or use --timeout to allow more"
    case .changed: "Try again when the file is complete"
    case .crashed: "Copy the recording again, or convert it"
    case .killed: "Try again; the system may be short of memory"
    case .unreadable(let number): SystemWords.cure(readingAgain: number)
    case .notAFile(.pipe), .notAFile(.socket), .notAFile(.device), .notAFile(.linkLoop): nil
    case .notAFile(.folder): "Use wavethumb scan for the recordings of a folder"
    case .gitLFSPointer, .unsupported, .corrupt, .outOfLimits, .outOfMemory, .beyondEnd, .tooLong,
      .tooMuchWork, .timeout, .unreadableFolder, .notAFile(.danglingLink), .writeFailed,
      .foreignPicture, .tooManyChannels:
      cure(problem)
    }
  }

  private static func unsupported(_ format: String?, _ ffmpeg: FileProblem.FFmpeg) -> String {
    let name = PrintableName.text((format ?? "").utf8.prefix(100))
    let format = name.isEmpty ? "the format" : name
    return switch ffmpeg {
    case .notAsked: "\(format) is not supported"
    case .failed: "ffmpeg could not decode \(format)"
    }
  }

  private static func crashed(_ signal: CInt) -> String {
    signal == 0
      ? "the decoder stopped" : "the decoder crashed (\(SystemWords.signal(signal)))"
  }

  private static func words(for nonFile: FileProblem.NonFile) -> String {
    switch nonFile {
    case .pipe: "a named pipe, not a file"
    case .socket: "a socket, not a file"
    case .device: "a device, not a file"
    case .danglingLink: "a broken link"
    case .linkLoop: "a circular link"
    case .folder: "a folder, not a file"
    }
  }
}

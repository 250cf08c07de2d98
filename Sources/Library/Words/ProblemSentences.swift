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

  /// A single recording has no next run, and no options to exclude it.
  static func cure(_ problem: FileProblem, isAlone: Bool = false) -> String? {
    let again = isAlone ? "Try again" : "It is tried again at the next run"
    return switch problem {
    case .empty, .notAudio:
      "Copy or download the recording again" + (isAlone ? "" : ", or --exclude the path")
    case .gitLFSPointer: "Run git lfs pull"
    case .unsupported(_, .notAsked): "Install ffmpeg and use --ffmpeg"
    case .unsupported(_, .failed), .outOfMemory: "Convert to FLAC or MP3"
    case .corrupt, .outOfLimits: "Copy the recording again, or repair it with an audio editor"
    case .beyondEnd: "Use an earlier --range"
    case .tooLong: "Use --max-duration to allow more"
    case .tooMuchWork: "Use --max-work to allow more"
    case .timeout: "Use --timeout to allow more, or copy the recording again"
    case .waited: again + (isAlone ? ", or" : ";") + " use --timeout to allow more"
    case .crashed: "Copy the recording again, or convert it"
    case .killed: "\(again); the system may be short of memory"
    case .changed: isAlone ? "Try again when the file is complete" : "Tried again at the next run"
    case .unreadable(let number):
      isAlone ? SystemWords.cure(readingAgain: number) : SystemWords.cure(reading: number)
    case .unreadableFolder(let number): SystemWords.cure(reading: number)
    case .notAFile(.danglingLink): "Repair or remove the link"
    case .notAFile(.folder) where isAlone: "Use wavethumb scan for the recordings of a folder"
    case .notAFile(.pipe), .notAFile(.socket), .notAFile(.device), .notAFile(.linkLoop),
      .notAFile(.folder):
      isAlone ? nil : "Remove it, or --exclude the path"
    case .writeFailed(let number): SystemWords.cure(writing: number) + ", or use --output DIR"
    case .foreignPicture: "Move that picture away, or use --output DIR"
    case .tooManyChannels: "Use json or wavesurfer"
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

import Library
import System

/// The files that each recording has in the output.
struct OutputFiles {
  /// The output, nil where it does not exist yet.
  let output: OutputTree?
  let making: RecordingOutputs

  /// How many files a recording gets.
  var count: Int { making.outputs.count }

  /// Their names in the output, in the order in which they are written.
  func names(of recording: RawPath) -> [RawPath] { making.names(of: recording) }

  /// Whether every one is there with the size that the last run recorded.
  func areWhole(_ past: RecordingRecord) -> Bool {
    guard let made = past.made else { return true }
    guard let output else { return false }
    let names = names(of: past.path)
    guard names.count == made.sizes.count else { return false }
    return zip(names, made.sizes).allSatisfy { output.folder.fileSize(of: $0) == Int64($1) }
  }
}

import System

/// The files that each recording has in the output.
struct OutputFiles {
  /// Nothing where the output is not there yet.
  let output: OutputTree?
  let making: RecordingOutputs

  /// How many files a recording gets.
  var count: Int { making.outputs.count }

  /// Their names in the output, in the order in which they are written.
  func names(of recording: RawPath) -> [RawPath] { making.names(of: recording) }

  /// Whether every one is there with the size that the last run recorded.
  func areWhole(_ path: RawPath, _ past: PastRecording) -> Bool {
    guard past.status == .ok else { return true }
    guard let output else { return false }
    let names = names(of: path)
    guard names.count == past.sizes.count else { return false }
    return zip(names, past.sizes).allSatisfy { output.folder.fileSize(of: $0) == Int64($1) }
  }
}

import System

/// The files that each recording has in the output.
struct PictureFiles {
  /// Nothing where the output is not there yet.
  let output: OutputTree?
  let maker: PictureMaker
  let writesData: Bool

  /// How many files a recording gets.
  var count: Int { maker.count + (writesData ? 1 : 0) }

  /// Their names in the output, in the order in which they are written.
  func names(of recording: RawPath) -> [RawPath] {
    maker.names(of: recording) + (writesData ? [PictureName.data(of: recording)] : [])
  }

  /// Whether every one is there with the size that the last run recorded.
  func areWhole(_ path: RawPath, _ past: PastRecording) -> Bool {
    guard past.status == .ok else { return true }
    guard let output else { return false }
    let names = names(of: path)
    guard names.count == past.sizes.count else { return false }
    return zip(names, past.sizes).allSatisfy { output.folder.fileSize(of: $0) == Int64($1) }
  }
}

import Library
import Outputs
import System

/// The folder of outputs: files go into it whole or not at all, and nobody else's files are
/// replaced.
final class OutputTree: Sendable {
  enum Refusal: Error {
    /// What has the name was not made here.
    case foreign
    /// It cannot be made of this recording.
    case impossible(detail: String)
    case tooManyChannels
    case failed(SystemFailure)
    /// A signal came meanwhile.
    case stopped
  }

  /// What stands at the name that a file is to get.
  private enum Standing {
    case nothing, ours, foreign
    /// What is left of a file of ours.
    case damaged
    /// Exactly these bytes are there.
    case same
  }

  let folder: Folder
  private let journal = Locked<RunJournal?>(nil)
  /// What earlier runs wrote in formats that carry no mark.
  private let known = Locked<[RawPath: Set<WrittenFile>]>([:])
  private let mended = Locked(0)

  init(_ folder: consuming Folder) {
    self.folder = folder
  }

  /// How many damaged files of ours were replaced.
  var repairs: Int { mended.withLock { $0 } }

  /// Puts a file in its place, replacing only what wavethumb made; one that has these bytes already
  /// stays.
  ///
  /// `wasOurs` says that an earlier run wrote a file of that name: what is left of it may be
  /// replaced as well.
  func write(
    _ output: any Output, of recording: MeasuredRecording, as path: RawPath, wasOurs: Bool
  ) throws(Refusal) -> (file: WrittenFile, picture: PictureFacts?) {
    do {
      try begin()
      let kind = type(of: output).format.kind
      let parent = try folder.folderWithoutLinks(path.parent, making: true)
      var file = try FileWriting(path.name, kind, in: parent)
      let picture = try fill(&file, output, recording)
      let written = file.finish()
      var standing = try standing(of: path, in: parent, written, kind)
      if standing == .foreign, wasOurs,
        try FileRemains(path.name, in: parent).isWhole(due: file.start) == false
      {
        standing = .damaged
      }
      switch standing {
      case .foreign: throw Refusal.foreign
      case .same: return (written, picture)
      case .damaged: mended.withLock { $0 += 1 }
      case .nothing, .ours: break
      }
      if OutputList.ownership(ofFileBeginning: file.start) != .yes {
        try journal.withLock { journal throws(SystemFailure) in try journal?.add(path, written) }
      }
      try file.commit()
      forget(path)
      return (written, picture)
    } catch let refusal as Refusal {
      throw refusal
    } catch let failure as SystemFailure {
      throw .failed(failure)
    } catch {
      throw .impossible(detail: "\(error)")
    }
  }

  /// Whether a file of that name is an output that wavethumb made.
  func isDisposable(_ path: RawPath) -> Bool {
    do {
      let parent = try folder.folderWithoutLinks(path.parent)
      guard parent.fileSize(of: path.name) != nil else { return false }
      let file = try parent.open(path.name)
      switch OutputList.ownership(
        ofFileBeginning: try file.read(Ownership.startLength, path))
      {
      case .yes: return true
      case .no: return false
      case .askTheJournal: return try isKnown(path, file)
      }
    } catch {
      return false
    }
  }

  /// Notes a file that an earlier run says it wrote.
  func know(_ path: RawPath, _ file: WrittenFile) {
    known.withLock { _ = $0[path, default: []].insert(file) }
  }

  /// Notes files that earlier runs say they wrote.
  func know(_ files: [RawPath: Set<WrittenFile>]) {
    known.withLock { $0.merge(files) { $0.union($1) } }
  }

  /// Lists a file by this run itself from now on.
  func forget(_ path: RawPath) {
    known.withLock { _ = $0.removeValue(forKey: path) }
  }

  /// The files of earlier runs that are still there, except those whose name is listed.
  func unlisted(except isListed: (RawPath) -> Bool) -> [RawPath: Set<WrittenFile>] {
    known.withLock(\.self).filter { path, files in
      !isListed(path) && files.contains { folder.fileSize(of: path) == Int64($0.bytes) }
    }
  }

  /// Deletes a file, and the folders that are empty without it.
  func delete(_ path: RawPath) throws(SystemFailure) {
    try begin()
    try folder.folderWithoutLinks(path.parent).remove(path.name)
    var parent = path.parent
    while !parent.isEmpty {
      do {
        try folder.folderWithoutLinks(parent.parent).removeFolder(parent.name)
      } catch {
        return
      }
      parent = parent.parent
    }
  }

  /// Begins the journal before the first file; the next run knows by it that this one was killed.
  func begin() throws(SystemFailure) {
    try journal.withLock { journal throws(SystemFailure) in
      if journal == nil { journal = try RunJournal(in: folder) }
    }
  }

  /// Takes up the journal of a run that was killed; this run goes on with it.
  func goOn() throws(SystemFailure) {
    know(RunJournal.read(in: folder))
    try begin()
  }

  /// Puts a file there that a part has made, unless what is there is somebody else's; says whether
  /// it could. `check` is called for each piece and may stop the copying.
  func copy(
    _ file: borrowing Descriptor, to path: RawPath, check: () throws -> Void
  ) throws -> Bool {
    let size = try file.status(path).identity.size
    let parent = try folder.folderWithoutLinks(path.parent, making: true)
    if let there = try Self.status(of: path.name, in: parent) {
      guard there.kind == .file else { return false }
      if there.identity.size == size {
        let same = try parent.open(path.name)
        let isSame = try file.allPieces(path) { piece, start in
          try check()
          return try same.read(piece.count, from: start, path) == piece
        }
        if isSame { return true }
      }
      if there.identity.size > 0, !isDisposable(path) { return false }
    }
    var copy = try AtomicFile(path.name, in: parent)
    _ = try file.allPieces(path) { piece, _ in
      try check()
      try copy.write(piece)
      return true
    }
    try copy.commit()
    return true
  }

  /// Takes the journal away after a run that cannot write its manifest, unless files are known by
  /// it alone.
  func endWithoutManifest() {
    guard folder.fileSize(of: RunMarker.name) == 0 else { return }
    do { try RunMarker.clear(in: folder) } catch { return }
  }

  /// Takes the journal away.
  func end() throws(SystemFailure) {
    guard journal.withLock({ $0 != nil }) else { return }
    try RunMarker.clear(in: folder)
  }

  private func fill(
    _ file: inout FileWriting, _ output: any Output, _ recording: MeasuredRecording
  ) throws -> PictureFacts? {
    var failure: SystemFailure?
    do throws(OutputFailure) {
      return try output.write(recording) { bytes throws(OutputFailure) in
        // Points come in as many pieces as they need.
        if recording.isStopped() { throw .stopped }
        do throws(SystemFailure) {
          try file.write(bytes)
        } catch {
          failure = error
          throw .notTaken
        }
      }
    } catch {
      if let failure { throw failure }
      switch error {
      case .impossible(let detail): throw Refusal.impossible(detail: detail)
      case .tooManyChannels: throw Refusal.tooManyChannels
      case .stopped: throw Refusal.stopped
      case .notTaken: throw error
      }
    }
  }

  /// Only files are replaced; to replace a folder fails by itself.
  private func standing(
    of path: RawPath, in parent: borrowing Folder, _ written: WrittenFile,
    _ kind: OutputFormat.Kind
  ) throws(SystemFailure) -> Standing {
    guard let status = try Self.status(of: path.name, in: parent) else { return .nothing }
    guard status.kind == .file else { return status.kind == .folder ? .nothing : .foreign }
    // A power cut leaves empty files, with which nothing is lost.
    if status.identity.size == 0 { return .ours }
    let file = try parent.open(path.name)
    if status.identity.size == written.bytes, try file.writtenFile(kind, path) == written {
      return .same
    }
    switch OutputList.ownership(ofFileBeginning: try file.read(Ownership.startLength, path)) {
    case .yes: return .ours
    case .no: return .foreign
    case .askTheJournal: return try isKnown(path, file) ? .ours : .foreign
    }
  }

  /// The status of a name itself, not of what a link leads to.
  private static func status(
    of name: RawPath, in parent: borrowing Folder
  ) throws(SystemFailure) -> FileStatus? {
    do {
      return try parent.status(of: name, followingLinks: false)
    } catch {
      if error.isMissing { return nil }
      throw error
    }
  }

  /// Whether an earlier run says that it wrote just this; what has another size is not read.
  private func isKnown(
    _ path: RawPath, _ file: borrowing Descriptor
  ) throws(SystemFailure) -> Bool {
    let size = Int(clamping: try file.status(path).identity.size)
    guard let known = known.withLock({ $0[path] }), known.contains(where: { $0.bytes == size })
    else { return false }
    return known.contains(try file.writtenFile(.data, path))
  }
}

import Outputs
import WavethumbBytes
import WavethumbLibrary
import WavethumbSystem

/// The file of a report: one page without scripts, which names nothing outside of itself.
struct ReportFile {
  let facts: ReportFacts
  let manifest: RawPath
  /// Where it is written; `-` is standard output.
  let path: RawPath

  /// Writes the report, unless it would be the same; throws if a file of that name is not one.
  func write() throws {
    let page = Array(try text().utf8)
    if path.bytes == Array("-".utf8) {
      var channel = OutputChannel.standardOutput
      channel.write(page)
      channel.flush()
      if let number = channel.failure { throw RunFailure.standardOutputLost(errno: number) }
      return
    }
    do {
      let folder = try Folder(at: path.parent)
      guard try isFree(in: folder) else { throw RunFailure.foreignReport(path.bytes) }
      var file = try AtomicFile(path.name, in: folder)
      try file.write(page)
      try file.commit()
    } catch let failure as SystemFailure {
      throw RunFailure.fileUnwritable(path.bytes, errno: failure.errno)
    }
  }

  /// Returns whether there is no file of that name, or an earlier report.
  private func isFree(in folder: borrowing Folder) throws(SystemFailure) -> Bool {
    // Whoever made another file did not expect to lose it, whatever its name.
    try Ownership.of(path.name, in: folder, marked: Array(ReportPage.mark.utf8)) != .foreign
  }

  private func text() throws -> String {
    let folder = try Folder(at: manifest.parent)
    let origin = ReportOrigin(of: manifest, in: folder)
    let page = ReportPage(facts: facts, origin: origin) { picture in
      Self.address(of: picture, in: folder)
    }
    return page.text
  }

  // Larger pictures would make a report that cannot be mailed. Untuned.
  private static let maximumPictureBytes = 1 << 20

  /// Returns a picture as a `data:` address; nil if it is not the one that the manifest lists.
  private static func address(of picture: PictureFile, in output: borrowing Folder) -> String? {
    let type: String
    switch picture.facts.format {
    case .svg: type = "svg+xml"
    case .png: type = "png"
    default: return nil
    }
    let size = picture.file.bytes
    guard size <= maximumPictureBytes, let file = try? output.open(picture.path) else { return nil }
    let bytes = try? file.read(size, picture.path.path)
    // A report is mailed to others: no other file may get into it, whatever a manifest names.
    guard let bytes, bytes.count == size, ContentDigest(of: bytes) == picture.file.digest else {
      return nil
    }
    return "data:image/\(type);base64,\(Base64.text(of: bytes))"
  }
}

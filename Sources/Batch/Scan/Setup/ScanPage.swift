import Outputs
import Raster
import Thumbnails
import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// The page of a scan: refused if another program's file has its name, written if its content would
/// change, and reported if it is out of date.
struct ScanPage {
  let options: ScanOptions
  let paths: ScanPaths

  /// Throws if there is a page that wavethumb did not write.
  func refuseForeign() throws(RunFailure) {
    guard options.page != nil else { return }
    let found: PageStamp.Found
    do throws(SystemFailure) {
      found = try PageStamp.found(PageFile.name, in: Folder(at: paths.output))
    } catch {
      // Without an output there is no page; other problems are found when the page is written.
      return
    }
    if found == .foreign { throw .foreignPage(path.bytes) }
  }

  /// Whether a run writes the page, or finds one of an earlier run, whose strips it keeps.
  ///
  /// Otherwise a scan with and one without `--page` in turn would each redraw the library.
  static func isKept(by options: ScanOptions) -> Bool {
    if options.page != nil { return true }
    do throws(SystemFailure) {
      let found = try PageStamp.found(PageFile.name, in: Folder(at: ScanPaths(options).output))
      return found != .missing && found != .foreign
    } catch {
      return false
    }
  }

  var path: RawPath { paths.output.appending(PageFile.name) }

  /// Writes the page if it is requested and would differ; returns its path.
  func write(in output: OutputFolder) throws -> RawPath? {
    guard let file else { return nil }
    let stamp = file.stamp(try manifestDigest())
    let found = try PageStamp.found(PageFile.name, in: output.folder)
    guard found != .foreign else { throw RunFailure.foreignPage(path.bytes) }
    guard options.redoesAll || found != .ours(stamp) else { return path }
    let covers = try file.write(stamp, in: output.folder)
    if options.prune != .nothing {
      try Self.pruneCovers(in: output, except: covers)
    }
    return path
  }

  /// Removes copies of art that no recording of the page has.
  // No manifest proves that a recording is gone here: the name of a copy is its digest, so that each is
  // made again from any recording that has it.
  private static func pruneCovers(
    in output: OutputFolder,
    except used: Set<String>
  ) throws(SystemFailure) {
    for name in try CoverCopy.names(in: output.folder) {
      let path = CoverCopy.folder.appending(name)
      if !used.contains(path.percentEncoded) {
        _ = try output.delete(path)
      }
    }
  }

  /// Returns whether a requested page is missing, or was made from another manifest or options.
  func isStale() throws(SystemFailure) -> Bool {
    guard let file else { return false }
    do throws(SystemFailure) {
      let found = try PageStamp.found(PageFile.name, in: Folder(at: paths.output))
      return try found != .ours(file.stamp(manifestDigest()))
    } catch {
      if error.isMissing { return true }
      throw error
    }
  }

  /// Returns whether the output has a page that this run does not write, and that shows another
  /// manifest.
  func isLeftOld(in output: borrowing Folder) throws(SystemFailure) -> Bool {
    guard options.page == nil,
      case .ours(let stamp) = try PageStamp.found(PageFile.name, in: output)
    else { return false }
    return try stamp?.manifest != manifestDigest()
  }

  private func manifestDigest() throws(SystemFailure) -> ContentDigest {
    let manifest = paths.manifest
    let file = try Folder(at: manifest.start).open(manifest)
    return try file.contentDigest(manifest, cancel: nil) ?? ContentDigest(of: [])
  }

  private var file: PageFile? {
    guard let page = options.page else { return nil }
    var namedManifest: String?
    // Only if it was given: the command on the page then names it as well.
    if options.manifest != nil {
      namedManifest = pathToManifest
    }
    return PageFile(
      title: page.title ?? libraryName,
      command: PageCommand(options).arguments,
      ffmpeg: options.decoding.ffmpegOfSettings,
      namedManifest: namedManifest,
      colors: PageColors(options.pictures),
      media: page.media ?? path(to: paths.library),
      hasData: !options.formats.isDisjoint(with: [.dat, .json]),
      manifest: paths.manifest,
      pathToOutput: paths.fromManifestToOutput,
      manifestAddress: pathToManifest
    )
  }

  private var libraryName: String {
    let name = Environment.resolved(paths.library).name.lossyText
    // The root of the file system has no name.
    if name.isEmpty { return "Recordings" }
    return name
  }

  private var pathToManifest: String {
    path(to: paths.manifest.spelledFromRoot.parent).text + paths.manifest.name.percentEncoded
  }

  /// The path from the page to a folder, without links.
  // A browser takes `..` out of a URL before it asks the disk, so that a link on the path would lead it
  // elsewhere than the kernel.
  private func path(to folder: RawPath) -> MediaPrefix {
    let start = Environment.resolved(paths.output)
    let end = Environment.resolved(folder)
    return MediaPrefix(path: ScanPaths.path(from: start, to: end))
  }
}

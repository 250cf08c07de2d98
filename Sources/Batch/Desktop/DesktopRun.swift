import Glibc
public import Library
import System

/// Has file managers ask wavethumb for pictures of recordings, or no longer.
public struct DesktopRun: Sendable {
  let action: DesktopAction
  let report: Report

  /// A run of `desktop`.
  public init(_ action: DesktopAction, report: Report) {
    self.action = action
    self.report = report
  }

  /// Does what is asked for and answers how the command ends.
  public func run() -> ExitStatus {
    guard let folder = Thumbnailers.userFolder else { return report.fail(.noHome) }
    let place = folder.appending(ThumbnailerFile.name)
    do {
      switch action {
      case .enable: return try enable(place)
      case .disable: return try disable(place)
      case .status:
        return Announcement.show(DesktopWords.status(.init(folders: Thumbnailers.folders)))
      }
    } catch {
      return report.fail(.desktopUnwritable(place.bytes, errno: error.errno))
    }
  }

  private func enable(_ place: RawPath) throws(SystemFailure) -> ExitStatus {
    if try isSomebodyElses(place) { return report.fail(.desktopNotOurs(place.bytes)) }
    let others = Thumbnailers(folders: Thumbnailers.folders).owners.filter { !$0.isWavethumb }
    let program = Environment.resolved("/proc/self/exe")
    let folder = try Folder.making(place.parent)
    try AtomicFile.write(
      Array(ThumbnailerFile(program: program).text.utf8), as: place.name, in: folder)
    return Announcement.show(DesktopWords.enabled(place, program, instead: others))
  }

  private func disable(_ place: RawPath) throws(SystemFailure) -> ExitStatus {
    if try isSomebodyElses(place) { return report.fail(.desktopNotOurs(place.bytes)) }
    do throws(SystemFailure) {
      try Folder(at: place.parent).removeFile(place.name)
    } catch {
      guard error.errno == ENOENT else { throw error }
    }
    return Announcement.show(DesktopWords.disabled(.init(folders: Thumbnailers.folders)))
  }

  private func isSomebodyElses(_ place: RawPath) throws(SystemFailure) -> Bool {
    do throws(SystemFailure) {
      _ = try Folder(at: place.parent).status(of: place.name, followingLinks: false)
    } catch {
      guard error.errno == ENOENT else { throw error }
      return false
    }
    return !(ThumbnailerFile(at: place)?.isOurs ?? false)
  }
}

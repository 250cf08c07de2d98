import Decoding
import Glibc
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// Registers wavethumb with file managers, or removes the registration.
struct DesktopRun: Sendable {
  let action: DesktopAction
  let report: Report

  func run() -> ExitStatus {
    if action == .status {
      return Announcement.show(DesktopWords.status(.registered()))
    }
    guard let folder = Thumbnailers.userFolder else { return report.fail(.noHome) }
    let place = folder.appending(ThumbnailerFile.name)
    do {
      if try isSomebodyElses(place) { return report.fail(.desktopNotOurs(place.bytes)) }
      return action == .enable ? try enable(place) : try disable(place)
    } catch {
      return report.fail(.fileUnwritable(place.bytes, errno: error.errno))
    }
  }

  private func enable(_ place: RawPath) throws(SystemFailure) -> ExitStatus {
    let others = Thumbnailers.registered().owners.filter { !$0.isWavethumb }
    let program = Environment.resolved("/proc/self/exe")
    let hasFFmpeg = FFmpegProgram.onPath() != nil
    let folder = try Folder.making(place.parent)
    try AtomicFile.write(
      Array(ThumbnailerFile(program: program, hasFFmpeg: hasFFmpeg).text.utf8), as: place.name,
      in: folder)
    return Announcement.show(
      DesktopWords.enabled(place, program, instead: others, hasFFmpeg: hasFFmpeg))
  }

  private func disable(_ place: RawPath) throws(SystemFailure) -> ExitStatus {
    do throws(SystemFailure) {
      let folder = try Folder(at: place.parent)
      _ = try OwnedFile.find(place.name, in: folder) { file, _ throws(SystemFailure) in
        ThumbnailerFile(try file.read(ThumbnailerFile.maximumBytes, place)).isOurs
      }?.remove()
    } catch {
      guard error.errno == ENOENT else { throw error }
    }
    return Announcement.show(DesktopWords.disabled(.registered()))
  }

  private func isSomebodyElses(_ place: RawPath) throws(SystemFailure) -> Bool {
    do throws(SystemFailure) {
      let folder = try Folder(at: place.parent)
      guard let status = try folder.statusIfPresent(of: place.name) else { return false }
      return status.kind != .file || !(ThumbnailerFile(at: place)?.isOurs ?? false)
    } catch {
      guard error.errno == ENOENT else { throw error }
      return false
    }
  }
}

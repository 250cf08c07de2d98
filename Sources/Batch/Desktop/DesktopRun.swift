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
      return Announcement.show(DesktopText.status(.registered()))
    }
    guard let folder = Thumbnailers.userFolder else { return report.fail(.noHome) }
    let path = folder.appending(ThumbnailerFile.name)
    do {
      if try isSomebodyElses(path) { return report.fail(.desktopNotOurs(path.bytes)) }
      if action == .enable { return try enable(path) }
      return try disable(path)
    } catch {
      return report.fail(.fileUnwritable(path.bytes, errno: error.errno))
    }
  }

  private func enable(_ path: RawPath) throws(SystemFailure) -> ExitStatus {
    // Before the file is written, which then owns the types of the others.
    let others = Thumbnailers.registered().owners.filter { owner in !owner.isWavethumb }
    // The file of this process, and not its name on PATH: a file manager may have another PATH.
    let program = Environment.resolved("/proc/self/exe")
    let hasFFmpeg = FFmpegProgram.onPath() != nil
    let folder = try Folder.openOrCreate(path.parent)
    let text = ThumbnailerFile(program: program, hasFFmpeg: hasFFmpeg).text
    try AtomicFile.write(Array(text.utf8), as: path.name, in: folder)
    return Announcement.show(
      DesktopText.enabled(path, starting: program, instead: others, hasFFmpeg: hasFFmpeg)
    )
  }

  private func disable(_ path: RawPath) throws(SystemFailure) -> ExitStatus {
    do throws(SystemFailure) {
      let folder = try Folder(at: path.parent)
      let ours = try OwnedFile.find(path.name, in: folder) { file, _ throws(SystemFailure) in
        ThumbnailerFile(try file.read(ThumbnailerFile.maximumBytes, path)).isOurs
      }
      _ = try ours?.remove()
    } catch {
      guard error.errno == ENOENT else { throw error }
    }
    return Announcement.show(DesktopText.disabled(.registered()))
  }

  private func isSomebodyElses(_ path: RawPath) throws(SystemFailure) -> Bool {
    do throws(SystemFailure) {
      let folder = try Folder(at: path.parent)
      let mark = Array(ThumbnailerFile.mark.utf8)
      return try Ownership.of(path.name, in: folder, marked: mark) == .foreign
    } catch {
      guard error.errno == ENOENT else { throw error }
      return false
    }
  }
}

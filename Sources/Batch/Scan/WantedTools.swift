import Decoding
import Library
import System

extension WorkerPool {
  convenience init(_ options: DecodeOptions) {
    self.init(isolation: options.isolation, timeout: options.timeoutSeconds, size: options.width)
  }
}

extension OpenFiles {
  /// Throws if so many files cannot be open.
  static func require(_ needed: Int) throws(RunFailure) {
    let limit = raiseLimit()
    if limit < needed { throw .tooFewOpenFiles(limit: limit, needed: needed) }
  }
}

extension FFmpegProgram {
  static func wanted(by options: DecodeOptions) throws(RunFailure) -> FFmpegProgram? {
    guard options.usesFFmpeg else { return nil }
    guard let program = onPath() else { throw .noFFmpeg }
    return program
  }
}

extension CacheFolder {
  /// Refuses a folder with files of others, before anything is made or written.
  static func refuseForeign(_ location: CacheLocation) throws(RunFailure) {
    guard location.isUsed, let place = location.place else { return }
    let isForeign: Bool
    do {
      isForeign = try CacheFolder(at: place, making: false).isForeign()
    } catch {
      // It is not there yet, or the failure is reported when it is used.
      return
    }
    if isForeign { throw .foreignCache(place.bytes) }
  }

  /// Opens the requested cache; if that is impossible, the run reports it and continues without.
  static func wanted(
    by location: CacheLocation, making: Bool = true, _ report: Report
  ) -> CacheFolder? {
    guard location.isUsed else { return nil }
    guard let place = location.place else {
      report.say(.noCacheFolder)
      return nil
    }
    do {
      return try CacheFolder(at: place, making: making)
    } catch  where !making && error.isMissing {
      return nil
    } catch {
      report.say(.cacheUnusable(place.bytes, errno: error.errno))
      return nil
    }
  }
}

extension CacheLocation {
  /// The requested folder, or the user's default; nil if the home folder is unknown.
  var place: RawPath? { directory.map(RawPath.init(bytes:)) ?? CacheFolder.standardPath }
}

import Decoding
import Library
import System

extension WorkerPool {
  /// A pool of as many workers as recordings are to be decoded at once.
  convenience init(_ options: DecodeOptions) {
    self.init(
      isolation: options.isolation, timeout: options.timeoutSeconds, size: options.width)
  }
}

extension FFmpegProgram {
  /// The ffmpeg that the options ask for, nil where they ask for none.
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

  /// Opens the cache that the options ask for. Where there can be none, a run says so and goes on
  /// without.
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
  /// The folder that was asked for, or the user's own; nil where not even a home is known.
  var place: RawPath? { directory.map(RawPath.init(bytes:)) ?? CacheFolder.standardPath }
}

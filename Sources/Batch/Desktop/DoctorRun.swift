import Codecs
import Decoding
import Glibc
import Library
import Outputs
import System

/// Checks the installation and reports what is missing.
public struct DoctorRun: Sendable {
  /// One line: the subject, the result, and whether it is sufficient.
  struct Finding: Equatable {
    let subject: String
    let words: String
    var isGood = true
  }

  /// Creates a run of `doctor`.
  public init() {}

  /// Prints the findings on standard output; fails if something required is missing.
  public func run() -> ExitStatus {
    let findings = [program, libraries, loaded, formats, sandbox, cache, ffmpeg, thumbnails]
    let lines = findings.map { Self.line($0) }.joined()
    let shown = Announcement.show("\(Generator.name)\n" + lines)
    guard shown == .success else { return shown }
    return findings.allSatisfy(\.isGood) ? .success : .couldNotRun
  }

  static func line(_ finding: Finding) -> String {
    let gap = String(repeating: " ", count: max(1, 12 - finding.subject.count))
    return "\(finding.isGood ? "  " : "! ")\(finding.subject)\(gap)\(finding.words)\n"
  }

  private var program: Finding { Finding(subject: "program", words: Installation().words) }

  private var loaded: Finding {
    let paths = Installation().libraries.map { PrintableName.text($0.bytes) }
    return Finding(subject: "loaded", words: paths.joined(separator: ", "))
  }

  private var libraries: Finding {
    Finding(
      subject: "libraries",
      words: "\(LibraryVersions.sndfile), \(LibraryVersions.mpg123), \(LibraryVersions.png)")
  }

  private var formats: Finding {
    let (read, missing) = (
      ReadableFormats.all.filter(\.isRead).map(\.name),
      ReadableFormats.all.filter { !$0.isRead }.map(\.name)
    )
    let lacking = missing.isEmpty ? "" : "; libsndfile lacks \(missing.joined(separator: ", "))"
    return Finding(
      subject: "formats", words: read.joined(separator: ", ") + lacking, isGood: missing.isEmpty)
  }

  private var sandbox: Finding {
    let pool = WorkerPool(isolation: .auto, timeout: 10, size: 1)
    defer { pool.shutDown() }
    switch pool.start() {
    case .success(let layers): return Finding(subject: "sandbox", words: RunNote(layers).words)
    case .failure(let failure):
      let words = failure.endsTheRun?.words ?? "no worker answers"
      return Finding(subject: "sandbox", words: words, isGood: false)
    }
  }

  private var cache: Finding {
    guard let place = CacheFolder.standardPath else {
      return Finding(subject: "cache", words: "none: no home is known")
    }
    do throws(SystemFailure) {
      let totals = CacheTotals(of: try CacheFolder(at: place, making: false))
      return Finding(subject: "cache", words: totals.words)
    } catch {
      let isMissing = error.errno == ENOENT
      let words = isMissing ? "nothing yet" : SystemWords.text(error.errno)
      return Finding(
        subject: "cache", words: "\(PrintableName.text(place.bytes)): \(words)", isGood: isMissing)
    }
  }

  private var ffmpeg: Finding {
    let program = FFmpegProgram.onPath().map { PrintableName.text($0.path.bytes) }
    return Finding(
      subject: "ffmpeg", words: program ?? "none on PATH: --ffmpeg reads no m4a, wma, ape or video")
  }

  private var thumbnails: Finding {
    let owners = Thumbnailers(folders: Thumbnailers.folders).owners
    guard let ours = owners.first(where: \.isWavethumb) else {
      return Finding(
        subject: "thumbnails", words: "file managers do not ask wavethumb: desktop enable")
    }
    return Finding(subject: "thumbnails", words: "by \(PrintableName.text(ours.path.bytes))")
  }
}

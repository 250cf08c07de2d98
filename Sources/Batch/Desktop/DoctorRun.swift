import Codecs
import Decoding
import Glibc
import Outputs
import WavethumbLibrary
import WavethumbSystem

/// Checks the installation and reports what is missing.
struct DoctorRun: Sendable {
  private typealias Finding = (subject: String, text: String, isSufficient: Bool)

  /// Prints the findings on standard output; fails if something required is missing.
  func run() -> ExitStatus {
    let findings: [Finding] = [
      ("program", Installation().text, true),
      libraries,
      loaded,
      formats,
      sandbox,
      cache,
      ffmpeg,
      thumbnails,
    ]
    let lines = findings.map(Self.line).joined()
    let shown = Announcement.show("\(Generator.name)\n" + lines)
    guard shown == .success else { return shown }
    if findings.allSatisfy(\.isSufficient) { return .success }
    return .couldNotRun
  }

  private static func line(_ finding: Finding) -> String {
    // The longest subject has ten letters.
    let gap = String(repeating: " ", count: max(1, 12 - finding.subject.count))
    let mark = finding.isSufficient ? "  " : "! "
    return "\(mark)\(finding.subject)\(gap)\(finding.text)\n"
  }

  private var loaded: Finding {
    if let inside = Environment.linkedLibraries { return ("inside", inside, true) }
    let paths = Installation().libraries.map { PrintableName.text($0.bytes) }
    return ("loaded", paths.joined(separator: ", "), true)
  }

  private var libraries: Finding {
    let versions = [LibraryVersions.sndfile, LibraryVersions.mpg123, LibraryVersions.png]
    return ("libraries", versions.joined(separator: ", "), true)
  }

  private var formats: Finding {
    let formats = ReadableFormats.all
    let read = formats.filter { format in format.isRead }.map(\.name)
    let missing = formats.filter { format in !format.isRead }.map(\.name)
    var text = read.joined(separator: ", ")
    if !missing.isEmpty {
      text += "; libsndfile lacks \(missing.joined(separator: ", "))"
    }
    return ("formats", text, missing.isEmpty)
  }

  private var sandbox: Finding {
    // The default timeout of a scan: what does not answer within it would fail there as well.
    let pool = WorkerPool(isolation: .auto, timeout: 10, size: 1)
    defer { pool.shutDown() }
    switch pool.start() {
    case .success(let layers): return ("sandbox", RunNote.isolation(layers).message, true)
    case .failure(let failure):
      return ("sandbox", failure.endsTheRun?.message ?? "no worker answers", false)
    }
  }

  private var cache: Finding {
    guard let path = CacheFolder.standardPath else {
      return ("cache", "none: no home is known", true)
    }
    do throws(SystemFailure) {
      // Looked at, and not created: a check changes nothing.
      let cache = try CacheFolder(at: path, creating: false)
      return ("cache", CacheTotals(of: cache).text, true)
    } catch {
      let isMissing = error.errno == ENOENT
      let text = isMissing ? "nothing yet" : SystemErrorText.text(error.errno)
      return ("cache", "\(PrintableName.text(path.bytes)): \(text)", isMissing)
    }
  }

  // Neither ffmpeg nor thumbnails are required: without them the check succeeds.
  private var ffmpeg: Finding {
    guard let program = FFmpegProgram.onPath() else {
      return ("ffmpeg", "none on PATH: m4a, wma, ape and video cannot be read", true)
    }
    return ("ffmpeg", PrintableName.text(program.path.bytes), true)
  }

  private var thumbnails: Finding {
    let owners = Thumbnailers.registered().owners
    guard let ours = owners.first(where: \.isWavethumb) else {
      return ("thumbnails", "file managers do not ask wavethumb: desktop enable", true)
    }
    return ("thumbnails", "by \(PrintableName.text(ours.path.bytes))", true)
  }
}

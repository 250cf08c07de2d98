import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// What a report is about: a library, when it was scanned, by which version and with which options.
struct ReportOrigin {
  let library: String
  /// The time at which a scan last changed the manifest, in nanoseconds since 1970.
  // Not the time of the report: reports on one manifest are equal, and an old manifest does not look new.
  let changed: Int64
  /// The name and version of the program that wrote the manifest.
  let generator: String
  /// The options that shape outputs and differ from the default.
  let arguments: [String]

  /// Reads it from a manifest; what cannot be read is left out.
  init(of manifest: RawPath, in folder: borrowing Folder) {
    library = Self.libraryName(of: manifest)
    let status = try? folder.status(of: manifest.name, followingLinks: true)
    changed = status?.identity.modified ?? 0
    var generator = ""
    var arguments: [String] = []
    do {
      let reader = try ManifestReader(manifest)
      generator = reader["generator"]?.string ?? ""
      arguments =
        reader["settings"].map { settings in
          PageCommand.words(of: LastOptions(settings: settings))
        } ?? []
    } catch {
      // The entries were read before: it has changed since.
    }
    self.generator = generator
    self.arguments = arguments
  }

  /// The name of the library, as far as the path of the manifest shows it.
  private static func libraryName(of manifest: RawPath) -> String {
    let output = Environment.resolved(manifest.parent)
    let isInside = output.name.bytes == Array(ScanPaths.defaultOutput.utf8)
    let library = isInside ? output.parent : output
    let name = library.name.lossyText
    return name.isEmpty ? "recordings" : name
  }

  /// `2026-11-28 10:30 UTC`.
  var date: String {
    let seconds = max(0, changed / 1_000_000_000)
    var days = Int(seconds / 86_400)
    var year = 1970
    while days >= Self.days(inYear: year) {
      days -= Self.days(inYear: year)
      year += 1
    }
    var month = 1
    while days >= Self.days(inMonth: month, of: year) {
      days -= Self.days(inMonth: month, of: year)
      month += 1
    }
    let minutes = Int(seconds / 60)
    let day = "\(year)-\(Self.two(month))-\(Self.two(days + 1))"
    return "\(day) \(Self.two(minutes / 60 % 24)):\(Self.two(minutes % 60)) UTC"
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static func isLeap(_ year: Int) -> Bool {
    year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
  }

  private static func days(inYear year: Int) -> Int { isLeap(year) ? 366 : 365 }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

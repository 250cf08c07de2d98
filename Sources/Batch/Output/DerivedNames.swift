import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// The names that the files of a recording have with some settings.
///
/// A manifest may list anything as a file of a recording, also `.htaccess` or `index.html`: a file with
/// another name than a scan would give it is not believed.
struct DerivedNames {
  private let plan: OutputPlan

  /// Returns nil if no scan writes such settings.
  init?(_ settings: JSONValue) {
    guard var options = SettingsReader.optionsWithoutPrograms(in: settings) else { return nil }
    // Beside a page there are strips, which the settings do not name.
    options.keepsStrips = true
    plan = OutputPlan(options.pictures, formats: options.formats)
  }

  func contain(filesOf entry: ManifestEntry) -> Bool {
    let files = entry.files
    if files.isEmpty { return true }
    guard !entry.isStale, CandidateName.isRecording(entry.path) else { return false }
    var names = plan.names(of: entry.path)
    // A copy of album art is named by the content of the art, which no option shapes.
    if let copy = entry.facts?.cover?.art?.copyPath {
      names.append(copy)
    }
    return files.allSatisfy { file in names.contains(file.path.path) }
  }
}

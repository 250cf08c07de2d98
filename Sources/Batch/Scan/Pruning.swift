import Library
import System

/// Deletes the pictures of recordings that are gone, and only those: an unmounted disk looks like
/// an empty library.
struct Pruning: ~Copyable {
  let options: ScanOptions
  let report: Report
  /// False if the crawl was incomplete.
  let hasSeenAll: Bool
  let vanished: MissingRecordings
  /// Returns whether the manifest of this run lists a path of the output.
  let isListed: (RawPath) -> Bool

  /// Deletes, or reports what would be deleted; returns the number of pictures.
  func perform(_ output: OutputFolder) throws(SystemFailure) -> Int {
    guard options.prune != .nothing else { return 0 }
    guard hasSeenAll else {
      report.say(.pruneSkipped)
      return 0
    }
    let census = try OutputInventory(output.folder, except: isListed)
    // Only files that may be deleted are opened to check whether they are ours.
    let (doomed, alarming) = judge(
      census.finds.filter { isDoomed($0) && output.isDisposable($0.path) })
    if alarming > 0, !options.redoesAll {
      let all = census.listed + census.finds.count { output.isDisposable($0.path) }
      if alarming * 2 > all {
        report.say(.pruneTooMuch(doomed: doomed.count, of: all))
        return 0
      }
    }
    var deleted = 0
    for path in doomed {
      if !options.isDryRun, try !output.delete(path) { continue }
      deleted += 1
      report.deleted(path.bytes)
    }
    return deleted
  }

  /// Reports how many files of recordings that were not found are kept.
  func reportLeft(in output: OutputFolder) {
    do throws(SystemFailure) {
      let census = try OutputInventory(output.folder) { [vanished] path in
        OutputInventory.recording(of: path).map(vanished.isThere) ?? true
      }
      let count = census.finds.count { output.isDisposable($0.path) }
      if count > 0 { report.say(.filesLeft(count)) }
    } catch {
      // A folder of the output that cannot be read was not made by a scan.
      return
    }
  }

  private func isDoomed(_ find: OutputInventory.Find) -> Bool {
    if options.prune == .unlisted { return true }
    // A shortened name does not contain its recording, so only `--prune=unlisted` deletes its
    // picture.
    guard let recording = find.recording else { return false }
    return !vanished.isThere(recording)
  }

  /// Excludes pictures of folders whose recordings may be on an unmounted disk.
  ///
  /// `alarming` counts the deletions that together may not exceed half of all pictures: with
  /// `--prune=unlisted` those of recordings not proven to be gone, otherwise all.
  private func judge(_ finds: [OutputInventory.Find]) -> (doomed: [RawPath], alarming: Int) {
    var (doomed, alarming) = ([RawPath](), 0)
    var spared: Set<PruneGuard.Doubt> = []
    for find in finds {
      let verdict = vanished.verdict(find)
      if case .doubted(let doubt) = verdict {
        spared.insert(doubt)
        continue
      }
      doomed.append(find.path)
      if options.prune == .vanished || verdict == .likely { alarming += 1 }
    }
    for doubt in spared.sorted(by: { $0.folder < $1.folder }) { report.say(.pruneSpared(doubt)) }
    return (doomed, alarming)
  }
}

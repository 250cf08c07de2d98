import Library
import System

/// The data of earlier runs that the manifest of this one does not list: by the cache and by the
/// last manifest it is known as ours, as no mark tells it from the data of other programs.
struct UnlistedData {
  private let output: OutputTree
  private let cache: SummaryCache?
  private let place: RawPath
  /// What the cache names already.
  private let kept: [RelativePath: Set<WrittenFile>]

  /// Takes up what the cache names and what the recordings left that are gone; parts leave that to
  /// `merge`.
  init(
    _ output: OutputTree, _ tools: ScanTools, _ places: ScanPlaces, _ previous: inout PreviousRun
  ) {
    self.init(output, tools.recordings.cache, at: places.absoluteOutput)
    guard places.part == nil else { return }
    output.know(previous.vanishedDataFiles())
  }

  /// Takes up what the cache names.
  init(_ output: OutputTree, _ cache: SummaryCache?, at place: RawPath) {
    (self.output, self.cache, self.place) = (output, cache, place)
    kept = cache?.unlistedFiles(in: place) ?? [:]
    output.know(kept)
  }

  /// Keeps in the cache what is not listed, for the next run; returns whether the cache has it.
  @discardableResult
  func keep(except isListed: (RawPath) -> Bool) -> Bool {
    guard let cache else { return false }
    let left = output.unlisted(except: isListed)
    return left == kept || cache.keep(left, unlistedIn: place)
  }
}

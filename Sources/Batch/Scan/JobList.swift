/// Jobs in the order in which they are to be done, each made when its turn comes.
struct JobList: Sendable {
  let count: Int
  private let isShort: @Sendable (Int) -> Bool
  private let jobAtPlace: @Sendable (Int) -> RecordingJob

  init(_ plan: ScanPlan) {
    count = plan.jobs.count
    isShort = { plan.jobs[$0].isShort }
    jobAtPlace = { plan.job(plan.jobs[$0]) }
  }

  init(_ jobs: [RecordingJob]) {
    count = jobs.count
    isShort = { jobs[$0].isShort }
    jobAtPlace = { jobs[$0] }
  }

  func job(_ place: Int) -> RecordingJob { jobAtPlace(place) }

  /// The places that one thread takes: several short ones, or one of any other kind.
  func turn(from place: Int, atMost most: Int) -> Range<Int> {
    guard isShort(place) else { return place..<place + 1 }
    let end = min(count, place + most)
    return place..<((place..<end).first { !isShort($0) } ?? end)
  }
}

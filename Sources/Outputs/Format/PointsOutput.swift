/// A file of points of the requested duration and precision.
package protocol PointsOutput: Output {
  var zoom: PointsRequest { get }
  init(zoom: PointsRequest)
}

extension PointsOutput {
  package static func asked(by request: OutputRequest) -> [Self] {
    guard request.formats.contains(format) else { return [] }
    return [Self(zoom: request.zoom)]
  }

  package var needs: OutputNeeds { OutputNeeds(points: zoom.grid) }

  package var key: String? { zoom.key }
}

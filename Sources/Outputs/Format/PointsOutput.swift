/// A file of points of the requested duration and precision.
package protocol PointsOutput: Output {
  var zoom: PointsRequest { get }
  init(zoom: PointsRequest)
}

extension PointsOutput {
  package static func asked(by request: OutputRequest) -> [Self] {
    if request.formats.contains(format) {
      [Self(zoom: request.zoom)]
    } else {
      []
    }
  }

  package var needs: OutputNeeds { OutputNeeds(points: zoom.grid) }

  package var key: String? { zoom.key }
}

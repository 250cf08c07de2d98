enum DigestStop: Error {
  case failed(SystemFailure)
  case cancelled
}

extension Descriptor {
  /// The digest of all that can be read from the file, unless the run is to stop meanwhile.
  func contentDigest(
    _ path: RawPath, cancel: Interruption
  ) throws(DigestStop) -> ContentDigest {
    ContentDigest()
  }
}

import WavethumbSystem

extension OpenFiles {
  /// Throws if fewer than `needed` files can be open at once.
  static func require(_ needed: Int) throws(RunFailure) {
    let limit = raiseLimit()
    if limit < needed { throw .tooFewOpenFiles(limit: limit, needed: needed) }
  }
}

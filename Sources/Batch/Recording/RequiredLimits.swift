import WavethumbSystem

extension OpenFiles {
  /// Throws if fewer than `needed` files can be open at once.
  static func require(_ needed: Int) throws(RunFailure) {
    let limit = raiseLimit()
    if limit < needed { throw .tooFewOpenFiles(limit: limit, needed: needed) }
  }
}

extension AddressSpace {
  /// Throws if a run has too little memory, as with `ulimit -v 30000`.
  // A process that gets no memory is aborted in the middle of its work.
  static func require() throws(RunFailure) {
    guard canMap(bytes: neededBytes) else {
      throw .tooLittleMemory(megabytes: neededBytes >> 20)
    }
  }
}

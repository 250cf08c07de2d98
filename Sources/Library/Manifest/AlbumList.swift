import Outputs
import Waveform
import WavethumbBytes
package import WavethumbSystem

/// The loudness and findings of each folder that has two or more analyzed recordings.
package struct AlbumList {
  private struct Album {
    let path: RawPath
    var recordings = 0
    var gating = GatingHistogram()
    var truePeak: Double?
    var findings: Set<SoundFinding> = []

    /// Returns whether the album's folder is a folder or one of its parents.
    func mayContain(_ folder: RawPath) -> Bool {
      if path.isEmpty || path == folder { return true }
      // With the separator: `Live` is no parent of `Live 2`.
      return folder.bytes.starts(with: path.bytes + [UInt8(ascii: "/")])
    }
  }

  /// The path from the manifest to the output.
  private let pathToOutput: RawPath
  /// The finished albums, each as a JSON object of the manifest.
  // As text: an open album has up to 2,000 bins of loudness, a closed one a few hundred bytes.
  private var objects: [(path: RawPath, text: [UInt8])] = []
  /// The folder of the last recording and its parents, the outermost first.
  private var nested: [Album] = []

  package init(pathToOutput: RawPath) { self.pathToOutput = pathToOutput }

  /// Adds the text of an entry; entries come in the order of their paths.
  mutating func add(_ text: [UInt8]) {
    guard let entry = ManifestEntry(text, pathToOutput: pathToOutput), let facts = entry.facts,
      let sound = facts.sound
    else { return }
    let folder = entry.path.parent
    // All entries of a folder are consecutive, including those of its subfolders: with the first entry
    // elsewhere, the folder is complete.
    while let last = nested.last, !last.mayContain(folder) {
      close(nested.removeLast())
    }
    if nested.last?.path != folder {
      nested.append(Album(path: folder))
    }
    // Blocks of loudness are added up, and not the loudness of recordings: a mean of LUFS would weigh a
    // short song as much as a long one.
    let index = nested.count - 1
    nested[index].recordings += 1
    nested[index].gating.add(sound.gating)
    if let peak = sound.truePeak {
      nested[index].truePeak = max(nested[index].truePeak ?? peak, peak)
    }
    nested[index].findings.formUnion(facts.findings)
  }

  private mutating func close(_ album: Album) {
    // The numbers of a single recording are in its own entry.
    guard album.recordings > 1 else { return }
    var json = JSONWriter(.compact)
    json.object { json in
      json.path(album.path)
      json.member("recordings", album.recordings)
      json.member("loudness", album.gating.loudness, decimals: 2)
      json.member("truePeak", album.truePeak, decimals: 2)
      let findings = SoundFinding.allCases.filter(album.findings.contains)
      json.member("findings", inline: true, array: findings) { json, finding in
        json.value(finding.rawValue)
      }
    }
    objects.append((path: album.path, text: json.take()))
  }

  /// Calls `body` with the pieces of the albums as a member of the manifest after its entries; if there
  /// are no albums, it is not called.
  consuming func write(
    _ body: (_ piece: [UInt8]) throws(SystemFailure) -> Void
  ) throws(SystemFailure) {
    while let last = nested.popLast() {
      close(last)
    }
    if objects.isEmpty { return }
    try body(Self.start)
    // They were closed from the inside out: in the order of paths, a folder comes before its subfolders.
    objects.sort { one, other in one.path < other.path }
    for (number, object) in objects.enumerated() {
      try body(ManifestLayout.separator(isFirst: number == 0) + object.text)
    }
    try body(ManifestLayout.closing(isEmpty: false))
  }

  private static let start = Array("\"albums\":[".utf8)

  /// Returns whether a text is a list of albums, or empty.
  static func isText(_ text: some Collection<UInt8>) -> Bool {
    text.isEmpty || text.starts(with: start)
  }
}

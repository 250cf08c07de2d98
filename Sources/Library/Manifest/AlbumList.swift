import Outputs
import Waveform
import WavethumbBytes
import WavethumbOptions
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
    guard let entry = ManifestEntry(text, pathToOutput: pathToOutput), let made = entry.made,
      let sound = made.sound
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
    nested[index].findings.formUnion(made.findings)
  }

  private mutating func close(_ album: Album) {
    // The numbers of a single recording are in its own entry.
    guard album.recordings > 1 else { return }
    var json = JSONWriter(.indented, depth: 2)
    json.object { json in
      json.path(album.path)
      json.member("recordings", album.recordings)
      json.member("loudness", album.gating.loudness, decimals: 2)
      json.member("truePeak", album.truePeak, decimals: 2)
      let findings = SoundFinding.allCases.filter(album.findings.contains)
      json.member("findings", inline: true, array: findings) { $0.value($1.rawValue) }
    }
    objects.append((album.path, json.take()))
  }

  /// Returns the albums as a member of the manifest after its entries; empty if there are no
  /// albums.
  consuming func text(in format: ManifestFormat) -> [UInt8] {
    while let last = nested.popLast() {
      close(last)
    }
    guard !objects.isEmpty else { return [] }
    // They were closed from the inside out: a folder comes after its subfolders.
    objects.sort { $0.path < $1.path }
    let texts = objects.map { format.text($0.text) }
    let separator =
      switch format {
      case .json: ",\n    "
      case .ndjson: ", "
      }
    let end =
      switch format {
      case .json: "\n  ],\n"
      case .ndjson: "]}\n"
      }
    var text = Self.start(in: format)
    if format == .json {
      text += "\n    ".utf8
    }
    text += texts.joined(separator: separator.utf8)
    return text + Array(end.utf8)
  }

  private static func start(in format: ManifestFormat) -> [UInt8] {
    switch format {
    case .json: Array("  \"albums\": [".utf8)
    case .ndjson: Array("{\"albums\": [".utf8)
    }
  }

  /// Returns whether a text is a list of albums, or empty.
  static func isText(_ text: some Collection<UInt8>, in format: ManifestFormat) -> Bool {
    text.isEmpty || text.starts(with: start(in: format))
  }
}

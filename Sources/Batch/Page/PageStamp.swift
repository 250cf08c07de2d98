import WavethumbBytes
import WavethumbSystem

/// The inputs of a page, by which the next run knows whether it is ours and up to date.
struct PageStamp: Equatable {
  let manifest: ContentDigest
  /// The digest of everything else: the document, and the paths of recordings and pictures.
  let inputs: ContentDigest

  var text: String { "\(manifest.hex) \(inputs.hex)" }

  enum Found: Equatable {
    case missing
    case foreign
    /// Our page, with its stamp if readable.
    case ours(PageStamp?)

    var isOurs: Bool {
      if case .ours = self { return true }
      return false
    }
  }

  // The mark, the generator's version and the stamp are within these bytes: they are at the start of the
  // template, before anything of the library.
  private static let startLength = 1024

  static func found(_ name: RawPath, in folder: borrowing Folder) throws(SystemFailure) -> Found {
    switch try Ownership.of(name, in: folder, marked: Array(PageTemplate.mark)) {
    case .missing: return .missing
    case .foreign: return .foreign
    case .ours, .due: break
    }
    let start = try folder.open(name, followingLinks: false).read(startLength, name)
    return .ours(PageStamp(in: String(decoding: start, as: UTF8.self)))
  }
}

extension PageStamp {
  fileprivate init?(in page: String) {
    let label = "<meta name=\"wavethumb\" content=\""
    guard let range = page.firstRange(of: label) else { return nil }
    let content = page[range.upperBound...].prefix { character in character != "\"" }
    let digests = content.split(separator: " ").map { digest in
      ContentDigest(hex: String(digest))
    }
    guard digests.count == 2, let manifest = digests[0], let inputs = digests[1] else { return nil }
    self.init(manifest: manifest, inputs: inputs)
  }
}

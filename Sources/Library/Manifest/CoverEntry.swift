import Codecs
import Outputs
import WavethumbBytes
package import WavethumbSystem

/// The background art of a recording's pictures as the manifest lists it.
package struct CoverEntry: Sendable, Equatable {
  package struct Art: Sendable, Equatable {
    package var source: RecordingCover.Source
    /// The art's file in the library.
    package var path: RawPath?
    package var mediaType: String
    package var width: Int
    package var height: Int
    package var file: WrittenFile
    /// Whether the output has a copy for the page.
    package var isCopied = false

    /// The copy in the output: recordings with the same art share one.
    // Derived from the digest and never read: a manifest from elsewhere must not name a file of ours.
    package var copyPath: RawPath? {
      guard isCopied else { return nil }
      return CoverCopy.path(of: file.digest, mediaType: mediaType)
    }

    package var copy: ListedFile? {
      guard let copyPath, let path = RelativePath(copyPath) else { return nil }
      return ListedFile(path: path, kind: .picture, file: file)
    }
  }

  package var art: Art?
  /// The reason why some or all pictures are plain.
  package var fault: CoverFault?
  /// Identifies the art in the folder of the recording.
  package var key: UInt64

  package init(fault: CoverFault, key: UInt64) {
    self.fault = fault
    self.key = key
  }

  package init(_ cover: RecordingCover) {
    fault = cover.fault
    key = cover.fingerprint
    art = cover.found.map { found in
      let header = found.art.header
      return Art(
        source: found.source,
        path: found.path,
        mediaType: header.kind.mediaType,
        width: header.width,
        height: header.height,
        file: WrittenFile(bytes: found.art.bytes.count, digest: found.digest)
      )
    }
  }

  /// Reads the member that `write` writes; nil if it is malformed.
  init?(_ json: JSONValue) {
    let digits = json["key"]?.string ?? ""
    guard let key = UInt64(digits, radix: 16) else { return nil }
    self.key = key
    fault = json["error"]?["code"]?.string.flatMap(CoverFault.init(code:))
    // Without art there is no source: the key alone shows that this folder has none, or what is wrong
    // with it.
    let source = json["source"]?.string.flatMap(RecordingCover.Source.init(rawValue:))
    guard let source else { return }
    guard let art = Art(json, from: source) else { return nil }
    self.art = art
  }

  func write(to json: inout JSONWriter, pathToOutput: RawPath) {
    json.member("cover") { json in
      if let art {
        json.member("source", art.source.rawValue)
        if let path = art.path {
          json.path(path)
        }
        json.member("type", art.mediaType)
        json.member("width", art.width)
        json.member("height", art.height)
        json.member("bytes", art.file.bytes)
        json.member("digest", art.file.digest.hex)
        if let copy = art.copyPath {
          json.member("url", pathToOutput.appending(copy).percentEncoded)
        }
      }
      if let fault {
        json.member("error") { json in
          json.member("code", fault.code)
          json.member("message", fault.message)
        }
      }
      // As text, since many readers of JSON keep whole numbers only up to 2^53.
      json.member("key", String(key, radix: 16))
    }
  }
}

extension CoverEntry.Art {
  fileprivate init?(_ json: JSONValue, from source: RecordingCover.Source) {
    guard let mediaType = json["type"]?.string, let width = json["width"]?.int,
      let height = json["height"]?.int, let file = WrittenFile(json)
    else { return nil }
    self.init(
      source: source,
      path: RawPath(json: json),
      mediaType: mediaType,
      width: width,
      height: height,
      file: file,
      // That there is an address says that there is a copy; what it says is not believed.
      isCopied: json["url"] != nil
    )
  }
}

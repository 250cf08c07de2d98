import Bytes
import Waveform

/// Separates the tracks of uncompressed samples in a Matroska stream, as ffmpeg writes it to a pipe.
///
/// Elements are nested: an ID, a length, and contents. Those that contain others are entered as they
/// begin, so that their ends, which a stream does not know, are not needed.
package struct MatroskaStream {
  package struct Track: Equatable {
    package fileprivate(set) var sampleRate = 0
    package fileprivate(set) var channels = 0
    package fileprivate(set) var tags = AudioTags()
    fileprivate var id: [UInt8] = []

    package var header: PCMStreamHeader {
      PCMStreamHeader("Matroska", .plain(SampleFormat(.float32)), sampleRate, channels)
    }
  }

  private enum Element: UInt32 {
    case header = 0x1A45_DFA3
    // These contain others.
    case segment = 0x1853_8067, tracks = 0x1654_AE6B, track = 0xAE, audio = 0xE1
    case tags = 0x1254_C367, tag = 0x7373, targets = 0x63C0, simpleTag = 0x67C8
    case cluster = 0x1F43_B675, blockGroup = 0xA0
    case trackID = 0x73C5, codec = 0x86, sampleRate = 0xB5, channels = 0x9F, title = 0x536E
    case tagTrackID = 0x63C5, tagName = 0x45A3, tagText = 0x4487
    case block = 0xA1, simpleBlock = 0xA3
  }

  private static let longestValue = 1 << 20
  private static let mostTracks = 16
  /// The track, a time and flags before the samples of a block.
  private static let blockHeadLength = 4
  private static let coding = "A_PCM/FLOAT/IEEE"

  package private(set) var tracks: [Track] = []
  private var isBegun = false
  /// The bytes of an incomplete element.
  private var head: [UInt8] = []
  /// The bytes that are left of an open element: the samples of a track, or nothing of interest.
  private var left = 0
  private var open: Int?
  private var tagged: Int?
  private var tagName: [UInt8] = []

  package init() {}

  /// Removes the next samples of one track from `bytes`; returns nil when there are none left.
  package mutating func next(
    from bytes: inout ArraySlice<UInt8>
  ) throws(AudioFailure) -> (track: Int, samples: ArraySlice<UInt8>)? {
    while !bytes.isEmpty {
      if left == 0 {
        guard try enter(&bytes) else { return nil }
        continue
      }
      let part = bytes.prefix(left)
      bytes = bytes.dropFirst(part.count)
      left -= part.count
      if let open { return (open, part) }
    }
    return nil
  }

  /// Reads the beginning of the next element, or all of it if it is a value of interest; returns
  /// false if it is incomplete.
  private mutating func enter(_ bytes: inout ArraySlice<UInt8>) throws(AudioFailure) -> Bool {
    guard fill(1, from: &bytes) else { return false }
    let idLength = head[0].leadingZeroBitCount + 1
    guard idLength <= 4 else { throw Self.malformed }
    guard fill(idLength + 1, from: &bytes) else { return false }
    let start = idLength + head[idLength].leadingZeroBitCount + 1
    guard start <= idLength + 8 else { throw Self.malformed }
    guard fill(start, from: &bytes) else { return false }
    let mask = UInt64(1) << UInt64(7 * (start - idLength)) - 1
    let length = Int(Self.number(head[idLength..<start]) & mask)
    let element = Element(rawValue: UInt32(Self.number(head[..<idLength])))
    guard element == .header || isBegun else { throw Self.malformed }
    isBegun = true
    switch element {
    case .segment, .tracks, .track, .audio, .tags, .tag, .targets, .simpleTag, .cluster,
      .blockGroup:
      if element == .track {
        tracks.append(Track())
      }
      guard tracks.count <= Self.mostTracks else { throw Self.malformed }
      if element == .tag {
        tagged = nil
      }
    case .block, .simpleBlock:
      guard length >= Self.blockHeadLength else { throw Self.malformed }
      guard fill(start + Self.blockHeadLength, from: &bytes) else { return false }
      try begin(block: head[start...], length: length)
    case .header, nil: (open, left) = (nil, length)
    case let value?:
      guard length <= Self.longestValue else { throw Self.malformed }
      guard fill(start + length, from: &bytes) else { return false }
      try take(head[start...], as: value)
    }
    head.removeAll(keepingCapacity: true)
    return true
  }

  private mutating func fill(_ count: Int, from bytes: inout ArraySlice<UInt8>) -> Bool {
    let more = bytes.prefix(max(0, count - head.count))
    head += more
    bytes = bytes.dropFirst(more.count)
    return head.count >= count
  }

  /// Begins the samples of a block, which must belong to one of the tracks, not be several frames.
  private mutating func begin(block: ArraySlice<UInt8>, length: Int) throws(AudioFailure) {
    let number = Int(block.first ?? 0) & 0x7F
    let flags = block.last ?? 0
    guard block.first ?? 0 >= 0x80, tracks.indices.contains(number - 1), flags & 0x06 == 0 else {
      throw Self.malformed
    }
    open = number - 1
    left = length - Self.blockHeadLength
  }

  private mutating func take(_ value: ArraySlice<UInt8>, as element: Element) throws(AudioFailure) {
    switch element {
    case .tagTrackID: tagged = tracks.firstIndex { $0.id.elementsEqual(value) }
    case .tagName: tagName = Array(value)
    case .tagText:
      if let tagged {
        tracks[tagged].tags.take(value, named: tagName)
      }
    case _ where tracks.isEmpty: throw Self.malformed
    case .trackID: tracks[tracks.count - 1].id = Array(value)
    case .codec: guard value.elementsEqual(Self.coding.utf8) else { throw Self.malformed }
    case .channels: tracks[tracks.count - 1].channels = Int(clamping: Self.number(value.suffix(4)))
    case .title: tracks[tracks.count - 1].tags.title = TagText.mended(value)
    case .sampleRate:
      let rate = value.count == 8 ? Double(bitPattern: Self.number(value)) : 0
      tracks[tracks.count - 1].sampleRate = Int(exactly: rate) ?? 0
    default: break
    }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }

  private static var malformed: AudioFailure { .corrupt(detail: "no Matroska") }
}

extension AudioTags {
  /// Takes a tag with a name that ffmpeg gives it in Matroska.
  fileprivate mutating func take(_ value: ArraySlice<UInt8>, named name: [UInt8]) {
    let words = TagText.mended(value)
    switch String(decoding: name, as: UTF8.self) {
    case "ARTIST": artist = words
    case "ALBUM": album = words
    case "PART_NUMBER": track = words
    case "DATE": year = words.flatMap(Self.year(of:))
    default: break
    }
  }
}

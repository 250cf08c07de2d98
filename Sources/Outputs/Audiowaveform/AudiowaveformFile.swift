import Bytes
import Codecs

/// What a call of audiowaveform makes, and what the next one therefore replaces: its callers make
/// the same file again and again, and none of its formats says who made it.
package enum AudiowaveformFile {
  /// Whether a file that begins so is a picture, points in any of the formats, or empty.
  package static func isOne(beginning start: [UInt8]) -> Bool {
    if start.isEmpty || start.starts(with: PNGChunks.signature) || DatHead(start) != nil {
      return true
    }
    if start.first == UInt8(ascii: "{") {
      return String(decoding: start, as: UTF8.self).contains("\"samples_per_pixel\"")
    }
    // Points as text are numbers between commas.
    let line = start.prefix { $0 != UInt8(ascii: "\n") }
    let isOfNumbers = line.allSatisfy { "-0123456789,".utf8.contains($0) }
    return isOfNumbers && line.contains(UInt8(ascii: ","))
  }
}

/// The beginning of a file, as far as it shows whether the rest is worth reading.
package enum FirstBytes {
  /// The number of bytes to look at.
  package static let count = 4096

  /// Whether a file may be a recording that our libraries decode, or ffmpeg if it is used.
  // Without a library: bytes that nobody has checked meet C code only in a worker.
  package static func mayBeRecording(_ head: [UInt8], usingFFmpeg: Bool) -> Bool {
    switch ContentGuess(head) {
    case .empty, .gitLFSPointer, .other: false
    case .unsupported: usingFFmpeg
    case .chunks, .ogg, .sndfile, .unknown: true
    }
  }
}

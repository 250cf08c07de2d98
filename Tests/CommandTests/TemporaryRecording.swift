import Codecs
import TestSupport
import WavethumbBytes
import WavethumbSystem

/// A temporary folder with a recording, and a shell to render it.
struct TemporaryRecording {
  private let tree: TemporaryTree

  var path: String { tree.path.lossyText }

  /// Creates a folder with `tone.wav`, two seconds of stereo of increasing loudness.
  init() throws {
    tree = try TemporaryTree()
    try write("tone.wav", bytes: Self.tone(seconds: 2))
  }

  /// Runs a script in the folder; `$W` is the real binary.
  @discardableResult
  func shell(_ script: String, input: [UInt8] = []) throws -> CommandRun {
    try CommandRun(script: "W=\(ProcessSetup.binary)\n\(script)", in: path, input: input)
  }

  func write(_ name: String, bytes: [UInt8]) throws {
    try tree.write(RawPath(name), bytes: bytes)
  }

  func write(_ name: String, text: String) throws {
    try write(name, bytes: Array(text.utf8))
  }

  func read(_ name: String) throws -> [UInt8] {
    try tree.read(RawPath(name))
  }

  func text(_ name: String) throws -> String {
    String(decoding: try read(name), as: UTF8.self)
  }

  func json(_ name: String) throws -> JSONValue {
    try JSONValue(try read(name))
  }

  /// Returns the pixels of a PNG.
  func picture(_ name: String) throws -> PNGPicture {
    try PNGReader.decode(try read(name))
  }

  /// Returns the names in the folder, sorted, without the cache of the user.
  func names() throws -> [String] {
    try tree.names().filter { $0 != ".cache" }
  }

  /// Returns 16-bit stereo at 44,100 Hz with a header that may declare any size.
  static func tone(seconds: Double, declaring size: UInt32? = nil) -> [UInt8] {
    let frames = Int(seconds * 44_100)
    var samples: [Int16] = []
    samples.reserveCapacity(frames * 2)
    for frame in 0..<frames {
      // Ten steps of loudness, in a square wave of 441 Hz; the right channel is the left, inverted.
      let step = 1 + frame * 9 / frames
      let level = Int16(32_000 * step / 10)
      let isUpperHalf = frame / 50 % 2 == 0
      let left = isUpperHalf ? level : -level
      samples += [left, -left]
    }
    return WaveFile(
      channels: 2,
      sampleRate: 44_100,
      samples: samples,
      declaredBytes: size
    ).bytes
  }
}

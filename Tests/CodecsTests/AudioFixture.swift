import Glibc
import WavethumbBytes

@testable import Codecs

/// Returns the path of a folder in this repository, relative to this source file.
func repositoryPath(_ path: String, file: String = #filePath) -> String {
  // This file is two folders below the top of the repository.
  let top = file.split(separator: "/").dropLast(3)
  return "/" + top.joined(separator: "/") + "/" + path
}

/// Returns the bytes of a file, or an empty array if it does not exist.
func bytes(ofFile path: String) -> [UInt8] {
  let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return [] }
  defer { close(descriptor) }
  do {
    let source = try ByteSource(descriptor: descriptor)
    return source.bytes(at: 0, count: source.size)
  } catch {
    return []
  }
}

func fixture(_ name: String) -> [UInt8] {
  bytes(ofFile: repositoryPath("Fixtures/Audio/\(name)"))
}

/// Returns an Ogg with dozens of pages; the other ones have three, of which two are the head and tags.
func longOgg(_ name: String) -> [UInt8] {
  bytes(ofFile: repositoryPath("Fixtures/Pages/\(name)"))
}

extension AudioStream {
  /// Passes the bytes of all remaining blocks to `take` and returns the number of frames.
  mutating func readAll(_ take: ([UInt8]) -> Void) throws(AudioFailure) -> Int {
    var total = 0
    while true {
      let frames = try nextBlock { block in
        take(unsafe block.withUnsafeBytes { unsafe [UInt8]($0) })
      }
      if frames == 0 { return total }
      total += frames
    }
  }
}

/// Returns the sum of squares of all finite samples, decoded byte by byte.
func sampleEnergy(_ bytes: [UInt8], format: SampleFormat) -> Double {
  let width = format.bytesPerSample
  var sum = 0.0
  for start in stride(from: 0, to: bytes.count - width + 1, by: width) {
    let sample = sample(bytes[start..<start + width], format: format)
    if sample.isFinite {
      sum += sample * sample
    }
  }
  return sum
}

private func sample(_ bytes: ArraySlice<UInt8>, format: SampleFormat) -> Double {
  let ordered = format.bigEndian ? Array(bytes) : bytes.reversed()
  var word: UInt32 = 0
  for byte in ordered {
    word = word << 8 | UInt32(byte)
  }
  guard format.encoding != .float32 else { return Double(Float(bitPattern: word)) }
  // Integers of any width are shifted to the upper end of 32 bits.
  let unusedBits = UInt32(32 - 8 * bytes.count)
  return Double(Int32(bitPattern: word << unusedBits)) / 0x1p31
}

/// Returns the name of a failure in Fixtures/Audio/facts.tsv.
func outcome(_ failure: AudioFailure) -> String {
  switch failure {
  case .empty: "empty"
  case .notAudio(let what): "not-audio: \(what)"
  case .gitLFSPointer: "git-lfs-pointer"
  case .unsupported(let what): "unsupported: \(what)"
  case .corrupt: "corrupt"
  case .outOfLimits(let bound, let found, _): "out-of-limits: \(bound.rawValue) \(found)"
  case .tooLong: "too-long"
  case .tooMuchWork: "out-of-limits"
  case .unreadable: "unreadable"
  }
}

/// Ends this process with SIGXCPU after this much processor time; waiting does not count.
func limitProcessorTime(seconds: UInt) {
  var limit = rlimit(rlim_cur: seconds, rlim_max: seconds)
  unsafe setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limit)
}

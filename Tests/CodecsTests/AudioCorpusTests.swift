import Glibc
import Testing

@testable import Codecs

/// Optional real and hostile files outside this repository.
private enum Corpus {
  static let folder = repositoryPath("../shared/corpus")
  static let reference = bytes(ofFile: folder + "/reference.tsv")
  static let isThere = !reference.isEmpty

  static func rows() -> [[Substring]] {
    String(decoding: reference, as: UTF8.self).split(separator: "\n").dropFirst()
      .map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
      .filter { $0.count >= 20 }
  }
}

@Test(.enabled(if: Corpus.isThere, "there is no ../shared/corpus beside this repository"))
func `frames and loudness agree with independent decodes of the corpus`() async {
  await #expect(processExitsWith: .success) {
    limitProcessorTime(seconds: 300)
    var opened = 0
    var equal = 0
    for row in Corpus.rows() {
      let isMPEG = row[2].hasPrefix("mp") && row[15] == "1"
      guard isMPEG || row[8] == "1" else { continue }
      opened += 1
      // The libraries stop at damage that ffmpeg and this decoder skip.
      let references = [isMPEG ? (18, 19) : (12, 13), (5, 6)].map { frames, rms in
        (frames: Int(row[frames]) ?? -1, rms: Double(row[rms]) ?? -1)
      }
      do throws(AudioFailure) {
        let source = ByteSource(bytes: bytes(ofFile: Corpus.folder + "/" + row[0]))
        let decoded = try Decoded(source)
        let isEqual = references.contains { decoded.agrees(withFrames: $0.frames, rms: $0.rms) }
        if isEqual {
          equal += 1
        } else {
          print("differs:", row[0], decoded.frames, decoded.rms)
        }
      } catch {
        print("refused:", row[0], error)
      }
    }
    #expect(opened > 300)
    #expect(Double(equal) >= 0.99 * Double(opened))
  }
}

extension Decoded {
  /// Compares decoded frames and RMS, excluding gaps.
  fileprivate func agrees(withFrames expected: Int, rms: Double) -> Bool {
    let frames = frames - gaps.values.reduce(0, +)
    let own = frames == 0 ? 0 : (energy / Double(frames * facts.channels)).squareRoot()
    return frames == expected && abs(own - rms) <= 1e-4 * max(1, rms)
  }
}

import Glibc
import Testing

@testable import Codecs

/// Optional real and hostile files outside this repository.
private enum Corpus {
  static let folder = repositoryPath("../shared/corpus")
  static let reference = bytes(ofFile: folder + "/reference.tsv")
  static let exists = !reference.isEmpty

  /// One line of the table: what libraries and ffmpeg made of a file.
  struct Row {
    var name: Substring
    /// Whether the file is MPEG audio by its declared kind, and was decoded by libmpg123.
    var isMPEG: Bool
    var opensInSndfile: Bool
    var sndfile: Reference
    var mpg123: Reference
    var ffmpeg: Reference

    init?(_ line: Substring) {
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard columns.count >= 20 else { return nil }
      name = columns[0]
      isMPEG = columns[2].hasPrefix("mp") && columns[15] == "1"
      opensInSndfile = columns[8] == "1"
      ffmpeg = Reference(frames: columns[5], rms: columns[6])
      sndfile = Reference(frames: columns[12], rms: columns[13])
      mpg123 = Reference(frames: columns[18], rms: columns[19])
    }
  }

  /// The result of another decoder.
  struct Reference {
    var frames: Int
    var rms: Double

    init(frames: Substring, rms: Substring) {
      self.frames = Int(frames) ?? -1
      self.rms = Double(rms) ?? -1
    }
  }

  static func rows() -> [Row] {
    let lines = String(decoding: reference, as: UTF8.self).split(separator: "\n")
    // The first has the names of the columns.
    return lines.dropFirst().compactMap(Row.init)
  }
}

@Test(.enabled(if: Corpus.exists, "there is no ../shared/corpus beside this repository"))
func `frames and loudness agree with independent decodes of the corpus`() async {
  await #expect(processExitsWith: .success) {
    limitProcessorTime(seconds: 300)
    var opened = 0
    var equal = 0
    for row in Corpus.rows() where row.isMPEG || row.opensInSndfile {
      opened += 1
      let library = row.isMPEG ? row.mpg123 : row.sndfile
      do throws(AudioFailure) {
        let decoded = try Decoded(bytes(ofFile: Corpus.folder + "/" + row.name))
        // The libraries stop at damage that ffmpeg and this decoder skip.
        if decoded.agrees(with: library) || decoded.agrees(with: row.ffmpeg) {
          equal += 1
        } else {
          print("differs:", row.name, decoded.frames, decoded.rms)
        }
      } catch {
        print("refused:", row.name, error)
      }
    }
    #expect(opened > 300)
    #expect(Double(equal) >= 0.99 * Double(opened))
  }
}

extension Decoded {
  /// Compares decoded frames and RMS, excluding gaps.
  fileprivate func agrees(with reference: Corpus.Reference) -> Bool {
    let frames = frames - lostFrames
    guard frames == reference.frames else { return false }
    let samples = max(1, frames * facts.channels)
    let rms = (energy / Double(samples)).squareRoot()
    return abs(rms - reference.rms) <= 1e-4 * max(1, reference.rms)
  }
}

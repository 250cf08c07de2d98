import Decoding
import Waveform
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// Compares the samples of unchanged recordings with the checksums in their files.
struct ChecksumCheck {
  private let pool: WorkerPool
  private let limits: DecodeOptions
  private let interruption: Interruption

  /// The formats of which some files declare a checksum.
  private static let formats = ["FLAC", "WAV", "RF64"]

  init(_ options: DecodeOptions, interruption: Interruption) {
    pool = WorkerPool(options)
    limits = options
    self.interruption = interruption
  }

  /// Returns whether the samples of a recording have its checksum; nil if it declares none.
  ///
  /// A scan with `--analyze` has checked the same bytes already.
  func isRight(_ entry: ManifestEntry, descriptor: CInt) -> Bool? {
    guard let facts = entry.facts else { return nil }
    if let sound = facts.sound { return sound.checksum }
    guard Self.formats.contains(where: facts.format.hasPrefix) else { return nil }
    // Nothing but the checksum is measured: the levels are in the manifest already.
    var request = DecodeRequest(limits)
    request.measuresLevels = false
    request.measures = Measures()
    request.measures.checksum = true
    let result = pool.decode(
      descriptor: descriptor,
      request: request,
      cancel: interruption.descriptor
    )
    // What cannot be decoded is reported by a scan.
    guard case .success(let recording) = result else { return nil }
    return recording.measurement.isChecksumRight
  }

  /// Ends the workers.
  func end() { pool.shutDown() }
}

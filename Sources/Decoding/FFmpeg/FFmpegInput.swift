import Codecs
import Glibc

/// An open file whose content, as `what` says, only ffmpeg decodes.
package struct FFmpegInput {
  let descriptor: CInt
  let what: String
  private let source: ByteSource?

  package init(_ descriptor: CInt, what: String) {
    self.descriptor = descriptor
    self.what = what
    do throws(AudioFailure) {
      source = try ByteSource(descriptor: descriptor)
    } catch {
      source = nil
    }
  }

  /// The chapters, which the decoded stream does not contain.
  var cues: [AudioCue] { source.map(MP4Chapters.cues) ?? [] }
}

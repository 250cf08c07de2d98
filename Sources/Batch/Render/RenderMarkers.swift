import Codecs
import Decoding
import Library
import System

/// The markers of the recording of `render`.
struct RenderMarkers {
  private let source: MarkerSource
  private let range: TimeRange?
  private let input: RenderOptions.Input

  init(_ options: RenderOptions) {
    source = options.pictures.markers
    range = options.pictures.range
    input = options.input
  }

  func marked(
    _ recording: DecodedRecording, _ opened: borrowing RenderInput
  ) throws(JobStop) -> DecodedRecording {
    switch source {
    case .none: return recording.marked(by: source, [], in: range)
    case .automatic: return recording.marked(by: source, beside, in: range)
    case .file(let path):
      return recording.marked(
        by: source, try cues(in: RawPath(bytes: path), opened.name), in: range)
    }
  }

  private var beside: [AudioCue] {
    guard case .file(let path) = input else { return [] }
    do {
      return MarkersBeside(RawPath(bytes: path), in: try Folder(at: ".")).cues
    } catch {
      return []
    }
  }

  private func cues(in path: RawPath, _ recording: RawPath) throws(JobStop) -> [AudioCue] {
    let bytes: [UInt8]
    do {
      let file = try Folder(at: ".").open(path)
      guard try file.status(path).kind == .file else {
        throw Self.stop(path, "it is no regular file")
      }
      bytes = try file.read(MarkerFile.mostBytes + 1, path)
    } catch let stop as JobStop {
      throw stop
    } catch let failure as SystemFailure {
      throw Self.stop(path, SystemWords.text(failure.errno))
    } catch {
      throw Self.stop(path, "\(error)")
    }
    guard let cues = MarkerFile.cues(bytes, of: recording) else {
      throw Self.stop(
        path, "it is neither chapters in JSON, nor labels of Audacity, nor a cue sheet")
    }
    return cues
  }

  private static func stop(_ path: RawPath, _ detail: String) -> JobStop {
    .refused(.badMarkers(path.bytes, detail: detail))
  }
}

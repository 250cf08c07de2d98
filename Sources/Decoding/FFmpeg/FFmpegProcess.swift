import CSandbox
import Glibc
import WavethumbBytes
import WavethumbSystem

/// A running ffmpeg, which its caller must end.
struct FFmpegProcess: ~Copyable {
  // The first messages are the most informative, and the pipe holds no more anyway.
  private static let maximumComplaintBytes = 1 << 16

  let output: Descriptor
  let standardError: Descriptor
  let process: pid_t

  /// Waits at most this many seconds for its end, then kills it; nil if this program killed it.
  func end(within seconds: Double, cancel: CInt?) -> WorkerSystem.End? {
    let end = WorkerEnding.wait(
      for: process,
      milliseconds: Int(seconds * 1000),
      cancel: cancel
    )
    if end == .running {
      kill()
    }
    switch end {
    case .running, .unknown: return nil
    case .exit, .signal: return end
    }
  }

  /// Kills the process and all processes that it started.
  // `ffmpeg` on PATH may be a script that starts the real program.
  func kill() {
    sandbox_kill_program(process)
    _ = WorkerEnding.kill(process)
  }

  func errorOutput() -> FFmpegErrorOutput {
    var reader = StreamReader(standardError.number, cancel: nil, timeoutSeconds: 0)
    var bytes: [UInt8] = []
    do {
      while bytes.count < Self.maximumComplaintBytes {
        let more = try reader.next()
        if more.isEmpty { break }
        bytes += more
      }
    } catch {
      // What was read until then is shown.
    }
    return FFmpegErrorOutput(bytes)
  }
}

extension FFmpegProcess {
  /// Starts ffmpeg in the sandbox of its plan; no shell is used.
  static func start(
    _ plan: FFmpegPlan,
    input: CInt
  ) throws(WorkerStartFailure) -> FFmpegProcess {
    var running = sandbox_running()
    let arguments = list([plan.path] + plan.arguments.map { RawPath($0) })
    let environment = list(plan.environment)
    let readablePaths = list(plan.sandbox.paths)
    let error = plan.path.withTerminatedBytes { path in
      unsafe arguments.withUnsafeBufferPointer { arguments in
        unsafe environment.withUnsafeBufferPointer { environment in
          unsafe readablePaths.withUnsafeBufferPointer { readablePaths in
            var program = unsafe sandbox_program(
              path: path,
              arguments: arguments.baseAddress,
              environment: environment.baseAddress,
              places: readablePaths.baseAddress,
              input: input,
              layers: CInt(plan.sandbox.layers.rawValue),
              memory: FFmpegSandbox.memory,
              processor_seconds: plan.processorSeconds
            )
            return unsafe sandbox_start_program(&program, &running)
          }
        }
      }
    }
    if error != 0 { throw .notStarted(errno: error) }
    return FFmpegProcess(
      output: Descriptor(owning: running.output),
      standardError: Descriptor(owning: running.errors),
      process: running.pid
    )
  }

  /// Returns zero-terminated texts, ended by an empty one.
  private static func list(_ texts: [RawPath]) -> [CChar] {
    var list: [CChar] = []
    // A text with a zero would be two, and an empty one the end of the list.
    for text in texts where !text.isEmpty && !text.bytes.contains(0) {
      list += text.bytes.map(CChar.init(bitPattern:))
      list.append(0)
    }
    return list + [0]
  }
}

/// The text that ffmpeg wrote to standard error, which may contain text of the recording.
struct FFmpegErrorOutput: Equatable {
  // A line of a report. Untuned.
  private static let maximumReasonBytes = 200

  private let lines: [String]

  init(_ bytes: [UInt8]) {
    let written = bytes.split(separator: UInt8(ascii: "\n"))
    // A damaged recording may have a message for each packet. Untuned.
    lines = written.prefix(100).compactMap(Self.message)
  }

  var isEmpty: Bool { lines.isEmpty }

  var reason: String? {
    if lines.contains(where: { $0.contains("matches no streams") }) { return "no sound in it" }
    // Addresses in memory differ from run to run, and must not be part of the reason.
    return lines.first { !$0.contains("0x") && !$0.hasPrefix("Warning") }
  }

  var reportsEarlyEnd: Bool {
    lines.contains { $0.contains("partial file") || $0.contains("ended prematurely") }
  }

  /// How many packets ffmpeg reports as lost: old versions call them parts of a stream.
  var lostPackets: Int {
    lines.count {
      $0.hasPrefix("Error while decoding stream")
        || $0.hasPrefix("Error submitting packet to decoder")
    }
  }

  /// Whether the loader of programs wrote it, so that ffmpeg did not begin.
  var isOfLoader: Bool {
    lines.contains { line in
      Self.loaderPhrases.contains { line.contains($0) }
    }
  }

  /// Whether ffmpeg has read the recording, and refused its content.
  var isAboutContent: Bool {
    lines.contains { line in
      Self.contentPhrases.contains { line.contains($0) }
    }
  }

  /// Of glibc and of musl.
  private static let loaderPhrases = [
    "error while loading shared libraries", "cannot open shared object file",
    "symbol lookup error", "version `", "Error loading shared library", "Error relocating",
  ]
  private static let contentPhrases = ["Invalid data found", "matches no streams"]

  var reportsMissingMemory: Bool { lines.contains { $0.contains("Cannot allocate memory") } }

  /// Returns a line without the name of ffmpeg's component, its address and its descriptor.
  private static func message(_ line: ArraySlice<UInt8>) -> String? {
    var rest = line
    // A message may begin with several components.
    while rest.first == UInt8(ascii: "["), let end = rest.firstIndex(of: UInt8(ascii: "]")) {
      rest = rest[(end + 1)...].drop { $0 == UInt8(ascii: " ") }
    }
    for prefix in ["Error opening input file file:/proc/self/fd/0.", "file:/proc/self/fd/0: "] {
      if rest.starts(with: prefix.utf8) {
        rest = rest.dropFirst(prefix.utf8.count)
      }
    }
    return rest.isEmpty ? nil : String(decoding: rest.prefix(maximumReasonBytes), as: UTF8.self)
  }
}

import CSandbox
import Codecs
package import Glibc
import Synchronization
import WavethumbBytes

/// Runs this program as a worker, which can only decode the descriptors it receives.
// The program starts itself again instead of forking: a fork of a process with threads may only
// make calls that are safe in signal handlers, and would hold a copy of the memory of the parent.
// It also needs no second file that could be missing or of another version.
public enum WorkerProcess {
  // The first number after the standard streams: `sandbox_start` puts the socket there.
  private static let channel = WorkerChannel(descriptor: 3)
  /// Whether the program has asked whether it is a worker. Without that a worker would run the
  /// program instead, which would start a worker, and so on.
  private static let hasAsked = Atomic(false)

  static var isPrepared: Bool { hasAsked.load(ordering: .relaxed) }

  /// Becomes a worker if the hidden argument is present, and then never returns.
  public static func runIfAsked() {
    runIfAsked { question, descriptor, _ in answer(question, about: descriptor) }
  }

  /// Becomes a worker with an answer of its own, as the tests have one that misbehaves.
  package static func runIfAsked(answering answer: Answering) {
    hasAsked.store(true, ordering: .relaxed)
    let arguments = CommandLine.arguments
    guard arguments.count == 3, arguments[1] == "--decode-worker",
      let settings = WorkerSettings(argument: arguments[2])
    else { return }
    run(settings, answering: answer)
  }

  /// Returns the answer to a question about an open file; the last parameter is the parent.
  package typealias Answering = (DecodeQuestion, CInt, pid_t) -> [UInt8]

  private static func run(_ settings: WorkerSettings, answering answer: Answering) -> Never {
    sandbox_set_signals(channel.descriptor, WorkerMessage.Kind.outOfMemory.rawValue)
    // A worker must not outlive a parent that was killed, and inherits files that others in the
    // program have opened without closing them at an exec.
    guard sandbox_die_with(settings.parent) == 0, sandbox_close_from(4) == 0 else { exit(1) }
    // The system call filter does not allow printing.
    sandbox_silence_output()
    sandbox_silence_errors()
    // Decoders allocate the same buffers for each recording: with freed memory kept, the system does
    // not have to clear the pages each time. 16 MB are untuned, and below `WorkerSet`'s limit of
    // resident memory, so that what is kept does not end a worker.
    sandbox_keep_memory(16)
    sandbox_share_memory()
    let gauge = sandbox_open_gauge()
    let (active, refused) = WorkerSandbox.enter(settings.layers)
    guard channel.send(WorkerMessage.ready(active: active, refused: refused).packet) else {
      exit(0)
    }
    // One worker answers many questions: a process costs 5 ms of processor time, about as much as a
    // short recording. `WorkerSet` ends it before one recording can harm many others.
    while let (packet, descriptor) = channel.receive(acceptsDescriptor: true) {
      sandbox_forget_errors()
      // The parent is trusted, so a malformed question is a fault of the program.
      guard let question = DecodeQuestion(encoded: packet), let descriptor else { exit(2) }
      let answer = answer(question, descriptor, settings.parent)
      close(descriptor)
      let packets = WorkerMessage.packets(answer: answer, resident: sandbox_resident(gauge))
      for packet in packets {
        // The parent has closed its end, and needs no more answers.
        guard channel.send(packet) else { exit(0) }
      }
    }
    exit(0)
  }

  /// Decodes a descriptor, reporting progress to the parent.
  package static func answer(_ question: DecodeQuestion, about descriptor: CInt) -> [UInt8] {
    var heartbeat = WorkerHeartbeat(channel: channel)
    let answer = question.answer(descriptor, emit: heartbeat.send) { soFar, progress in
      heartbeat.beat(soFar, progress: progress)
      return true
    }
    // If the kernel lacks memory for a call, the recording is not the cause.
    let isFailure = !DecodeAnswer.isSuccess(answer)
    let isReadError = answer == DecodeAnswer.encoded(failure: .audio(.unreadable(errno: ENOMEM)))
    if isFailure, sandbox_lacks_memory() != 0, !isReadError {
      return DecodeAnswer.encoded(failure: WorkerSandbox.outOfMemory)
    }
    return answer
  }
}

/// A worker, from the side of its parent.
package struct Worker: Sendable {
  package let channel: WorkerChannel
  package let process: pid_t
  /// The reported layers, and the error number of each in the order of `SandboxLayers.names`.
  package let active: SandboxLayers
  package let refused: [CInt]
  package var recordings = 0
  /// How much of its life it has spent on them.
  var shares = 0
  var resident: Int64 = 0
}

/// The settings of a worker, passed as arguments.
package struct WorkerSettings: Equatable {
  package var layers: SandboxLayers
  /// The parent; the worker ends when its parent does.
  package var parent: pid_t

  var argument: String { "\(layers.rawValue):\(parent)" }
}

extension WorkerSettings {
  package init?(argument: String) {
    let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2,
      let layers = UInt8(parts[0]),
      let parent = pid_t(parts[1])
    else { return nil }
    self.init(layers: SandboxLayers(rawValue: layers), parent: parent)
  }
}

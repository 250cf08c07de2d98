// A worker for the tests of the pool and of the sandbox: it decodes like that of the command, and makes
// the attempts that a hijacked decoder might make.
import CProbes
import Decoding
import Glibc
import WavethumbBytes

// Copies under this name make a call that the filter does not allow, as a future C library may.
let copiesName = "ForbiddenWorker"

var buffer = [CChar](repeating: 0, count: 4096)
let length = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
let path = buffer.prefix(max(length, 0)).map(UInt8.init(bitPattern:))
let makesForbiddenCall = path.reversed().starts(with: copiesName.utf8.reversed())

// The number of the probe that starts a process.
let fork: CInt = 7

WorkerProcess.runIfAsked { question, descriptor, parent in
  // A factor stands for a probe, as no test reduces pictures in such a worker.
  if case .pixels(let factor) = question {
    let answer = attempt_probe(CInt(factor) - 1, descriptor, parent)
    return Result<CInt, DecodeFailure>.success(answer).encoded()
  }
  if makesForbiddenCall {
    _ = attempt_probe(fork, descriptor, parent)
  }
  return WorkerProcess.answer(question, about: descriptor)
}

import Codecs
import Glibc

/// A folder of its own with a recording in it, and a shell to render it with.
@safe final class RenderPlayground {
  struct Outcome {
    let status: CInt
    let output: [UInt8]
    let words: String

    var text: String { String(decoding: output, as: UTF8.self) }
  }

  enum Trouble: Error {
    case refused(errno: CInt)
    case scriptFailed(String)
  }

  let path: String

  /// A folder with `tone.wav`, two seconds of stereo that grows louder.
  init() throws {
    var name = Array("/tmp/wavethumb-render-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&name) != nil else { throw Trouble.refused(errno: errno) }
    path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    try write("tone.wav", Self.tone(seconds: 2))
  }

  deinit {
    do { _ = try shell("cd / && rm -r \(path)") } catch { return }
  }

  /// Runs a script in the folder, for half a minute at most; `$W` is the real binary.
  func shell(_ script: String, input: [UInt8] = []) throws -> Outcome {
    let files = try (input: Spool(input), output: Spool(), words: Spool())
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for (number, file) in [files.input, files.output, files.words].enumerated() {
      unsafe posix_spawn_file_actions_adddup2(&actions, file.descriptor, CInt(number))
    }
    let script = "W=\(Self.binary); cd \(path) && { \(script)\n}"
    let words = unsafe Self.strings(["timeout", "-k", "1", "30", "sh", "-c", script])
    let variables = unsafe Self.strings(["PATH=/usr/bin:/bin", "HOME=\(path)"])
    defer { unsafe (words + variables).forEach { unsafe free($0) } }
    var process: pid_t = 0
    let refused = unsafe posix_spawn(
      &process, "/usr/bin/timeout", &actions, nil, words, variables)
    guard refused == 0 else { throw Trouble.refused(errno: refused) }
    var status: CInt = 0
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    return Outcome(
      status: status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + (status & 0x7F),
      output: files.output.contents(),
      words: String(decoding: files.words.contents(), as: UTF8.self))
  }

  func write(_ name: String, _ bytes: [UInt8]) throws {
    let run = try shell("cat > \(name)", input: bytes)
    if run.status != 0 { throw Trouble.scriptFailed(run.words) }
  }

  func read(_ name: String) throws -> [UInt8] {
    let run = try shell("cat \(name)")
    if run.status != 0 { throw Trouble.scriptFailed(run.words) }
    return run.output
  }

  func picture(_ name: String) throws -> PNGPicture {
    try PNGReader.decode(try read(name))
  }

  func names() throws -> [String] {
    try shell("ls -A --ignore=.cache").text.split(separator: "\n").map(String.init)
  }

  /// 16-bit stereo at 44,100 Hz under a head that may say any size.
  static func tone(seconds: Double, declaring size: UInt32? = nil) -> [UInt8] {
    let frames = Int(seconds * 44_100)
    func little(_ number: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    let length = size.map { Int($0) } ?? frames * 4
    var file = Array("RIFF".utf8) + little(length + 36, 4) + Array("WAVEfmt ".utf8)
    file += little(16, 4) + little(1, 2) + little(2, 2) + little(44_100, 4)
    file += little(176_400, 4) + little(4, 2) + little(16, 2) + Array("data".utf8)
    file += little(length, 4)
    file.reserveCapacity(file.count + frames * 4)
    for frame in 0..<frames {
      let level = 32_000 * (1 + frame * 9 / frames) / 10
      let value = frame / 50 % 2 == 0 ? level : -level
      file += little(value, 2) + little(-value, 2)
    }
    return file
  }

  /// Strings as C takes them, with nothing behind the last.
  @unsafe private static func strings(_ words: [String]) -> [UnsafeMutablePointer<CChar>?] {
    unsafe words.map { unsafe strdup($0) } + [nil]
  }

  /// The command lies beside the bundle of the tests.
  private static var binary: String {
    var path = [CChar](repeating: 0, count: 4096)
    let length = unsafe readlink("/proc/self/exe", &path, path.count)
    let bundle = path.prefix(max(0, length)).map(UInt8.init(bitPattern:))
    let folder = bundle.prefix((bundle.lastIndex(of: UInt8(ascii: "/")) ?? 0) + 1)
    return String(decoding: folder, as: UTF8.self) + "wavethumb"
  }
}

import Codecs
import Decoding
import Glibc
import Testing
import WavethumbBytes
import WavethumbSystem

@testable import WavethumbBatch

/// The fault tests that take seconds; `scripts/faults` injects a fault into every system call.
@Suite struct `A scan with faults` {
  @Test func `a scan killed at any moment is completed by the next`() throws {
    let library = try Self.library(copies: 12)
    let whole = try library.undisturbed()
    // The scan takes some 45 ms on an idle machine, and several times as long beside other tests.
    // Each moment is tried at both speeds; `scripts/faults` reaches every system call.
    let milliseconds = [6, 12, 18, 24, 30, 36, 42, 60, 120, 240, 480]
    var statuses: Set<CInt> = []
    for moment in milliseconds {
      let seconds = Double(moment) / 1000
      let killed = library.run("timeout -s KILL \(seconds) \(library.command)")
      statuses.insert(killed.status)

      // Files get their names when they are complete, so a killed run leaves whole ones or none.
      let files = try library.tree("library/.wavethumb").filter { file in
        !file.key.hasSuffix(".tmp") && file.key != ".wavethumb-run"
      }
      for (name, bytes) in files {
        #expect(whole[name] == bytes, "\(name) is torn")
      }
      #expect(try library.scan().status == 0)
      #expect(try library.tree("library/.wavethumb") == whole)
      #expect(library.temporaries.isEmpty)
      library.shell("rm -rf library/.wavethumb cache")
    }

    // 128 and SIGKILL: at least the first moment comes before the end of the scan.
    #expect(statuses.contains(137))
  }

  @Test(arguments: [("INT", CInt(130)), ("TERM", 143)])
  func `a scan stops at a signal and keeps finished work`(signal: String, status: CInt) throws {
    let library = try Self.library(copies: 60)
    // The signal comes with the first picture, for which the shell looks itself: on a busy machine `ls`
    // takes longer than all pictures. The loop needs a way out for a run that ends before: without the
    // file `over` it would wait for a picture of a scan that is gone.
    let stopped = library.run(
      """
      cd '\(library.root)'
      while [ ! -e over ]; do
        set -- library/.wavethumb/*/*.png
        if [ -e "$1" ]; then
          read process < scan
          kill -s \(signal) $process && break
        fi
        sleep 0.01
      done >/dev/null 2>&1 &
      # The shell in brackets becomes the scan, and so it writes down the process of the scan.
      (sh -c 'echo $PPID' > scan; exec \(library.command))
      status=$?
      touch over
      wait
      exit $status
      """
    )
    #expect(stopped.status == status)
    // The message distinguishes a stopped run from one that the signal killed.
    #expect(stopped.errorOutput.contains("stopped"))
    #expect(library.temporaries.isEmpty)

    #expect(try library.scan().status == 0)
    let resumed = try library.tree("library/.wavethumb")
    #expect(try library.undisturbed() == resumed)
  }

  @Test func `the workers of a killed scan end`() throws {
    let library = try Self.library(copies: 40)
    let output = library.shell(
      """
      \(library.command) >/dev/null 2>&1 &
      scan=$!
      while kill -0 $scan; do
        workers=$(grep -ls "^PPid:[[:space:]]*$scan$" /proc/[0-9]*/status | cut -d/ -f3)
        [ -n "$workers" ] && break
        sleep 0.01
      done
      kill -KILL $scan
      for worker in $workers; do
        # A container without an init keeps the dead.
        while grep -q '^State:[[:space:]]*[^ZX]' /proc/$worker/status 2>/dev/null; do
          sleep 0.01
        done
        echo "worker $worker is gone"
      done
      """
    )
    #expect(output.contains("gone"), "the scan ended before it was killed")
  }

  @Test func `a second scan of an output names the first`() throws {
    let library = try Self.library(copies: 1)
    #expect(try library.scan().status == 0)
    let lock = try OutputLock(in: try Folder(at: RawPath(library.output)))
    let run = try library.scan("--force")
    #expect(run.status == 75)
    #expect(run.errorOutput.contains("\(getpid())"))
    _ = consume lock
  }

  // A thread sanitizer writes a file of its own, which the limit would affect as well.
  @Test(.enabled(if: WorkerSandbox.boundsMemory))
  func `a scan reports an exceeded file size limit`() throws {
    let library = try Self.library(copies: 1)
    let whole = try library.undisturbed()
    // From no byte to four blocks, so that the manifest, a picture or the ledger is the first to fail.
    for blocks in 0...4 {
      let run = library.run("ulimit -f \(blocks); \(library.command)")
      #expect([1, 3].contains(run.status))
      #expect(run.errorOutput.contains("too large"))
      #expect(try library.scan().status == 0)
      #expect(try library.tree("library/.wavethumb") == whole)
      #expect(library.temporaries.isEmpty)
      library.shell("rm -rf library/.wavethumb cache")
    }
  }

  @Test func `a scan reports too few open files`() throws {
    let library = try Self.library(copies: 1)
    // Fewer than one recording needs; the next test begins with enough.
    let run = library.run("ulimit -n 16; \(library.command)")
    #expect(run.status == 1)
    #expect(run.errorOutput.contains("ulimit -n"))
  }

  @Test(
    .enabled(if: WorkerSandbox.boundsMemory),
    arguments: [
      (20, "--jobs 1 --data dat --zoom 2"),
      (23, "--jobs 4 --cover auto --analyze"),
      (28, "--jobs 2 --force"),
    ]
  )
  func `a scan and a repair adapt to few open files`(limit: Int, looks: String) throws {
    let library = try Self.library(copies: 24)
    // A crawl that kept a folder open at each level would need six descriptors more.
    library.shell("cd library; mkdir -p d/e/f/g/h/i; cp */1*.ogg d/e/f/g/h/i")
    #expect(try library.scan(looks).status == 0)

    let whole = try library.tree("library/.wavethumb")
    library.shell("rm -rf library/.wavethumb cache")

    let run = library.run("\(library.command) \(looks)", openFiles: limit)
    #expect(run.status == 0, "\(run.errorOutput)")
    #expect(try library.tree("library/.wavethumb") == whole)

    // The repair has two things to do: a manifest without its digest, and a picture without its end.
    let manifest = try library.contents("library/.wavethumb/manifest.json")
    try library.write(Array(manifest.dropLast(40)), to: ".wavethumb/manifest.json")
    let picture = try #require(whole.keys.filter { $0.hasSuffix(".png") }.min())
    try library.write(Array((whole[picture] ?? []).dropLast(9)), to: ".wavethumb/" + picture)
    let repair = library.run(
      "'\(ProcessSetup.binary)' verify '\(library.output)' --cache '\(library.cache)' --repair",
      openFiles: limit
    )
    #expect(try library.tree("library/.wavethumb") == whole, "\(repair.errorOutput)")
  }

  @Test(.enabled(if: WorkerSandbox.boundsMemory))
  func `a scan works with one recording at a time if few files may be open`() throws {
    let library = try Self.library(copies: 3)
    library.shell("cd library; mkdir -p d/e/f/g/h/i; cp */*.ogg d/e/f/g/h/i")
    let looks = "--jobs 1 --style all --data json --markers auto --page"
    #expect(try library.scan(looks).status == 0)
    let whole = try library.tree("library/.wavethumb")
    library.shell("rm -rf library/.wavethumb cache")
    let run = library.run("\(library.command) \(looks)", openFiles: 20)
    #expect(run.status == 0, "\(run.errorOutput)")
    #expect(try library.tree("library/.wavethumb") == whole)
  }

  @Test(.enabled(if: WorkerSandbox.boundsMemory && LimitedUser.exists))
  func `a scan works on one thread if no other can be started`() throws {
    let library = try Self.library(copies: 3)
    let whole = try library.undisturbed()
    library.shell("chmod -R a+rwX .")
    let run = library.run("\(LimitedUser.prefix) \(library.command) --isolation off")
    #expect(run.status == 0, "\(run.errorOutput)")
    #expect(try library.tree("library/.wavethumb") == whole)

    // A sandboxed worker is a process, which the limit forbids as well; the message names it.
    let sandboxed = library.run("\(LimitedUser.prefix) \(library.command) --force")
    #expect(sandboxed.status == 1)
    #expect(sandboxed.errorOutput.contains("ulimit -u"))
  }

  private static func library(copies: Int) throws -> TemporaryLibrary {
    let library = try TemporaryLibrary()
    let sound = try TemporaryLibrary.contents(TemporaryLibrary.fixtures + "/vorbis.ogg")
    for copy in 0..<copies {
      // Trailing bytes after the audio make each copy different content.
      let number = UInt16(copy).bigEndianBytes
      try library.write(sound + number, to: "\(copy % 3)/\(copy).ogg")
    }
    return library
  }
}

/// A user limited to one thread; the limit does not apply to root.
private enum LimitedUser {
  // 65534 is `nobody` on Linux.
  static let prefix =
    (geteuid() == 0 ? "setpriv --reuid 65534 --clear-groups " : "")
    + "timeout 600 prlimit --nproc=1"
  static let exists =
    Shell.output("\(prefix) '\(ProcessSetup.binary)' --version 2>&1").contains("wavethumb 0")
}

extension TemporaryLibrary {
  /// A shell command that scans this library.
  fileprivate var command: String {
    "'\(ProcessSetup.binary)' scan '\(library)' --cache '\(cache)' --jobs 2"
  }

  /// The temporary files in output and cache.
  fileprivate var temporaries: String {
    shell("find library/.wavethumb cache -name '*.tmp' 2>/dev/null")
  }

  /// Runs a shell script; the status is that of its last command, or -1 if there is none.
  @discardableResult
  fileprivate func run(_ script: String) -> (status: CInt, errorOutput: String) {
    let output = Shell.output("(\(script)) 2>&1; echo status $?")
    let status = output.split(separator: " ").last?.filter(\.isNumber) ?? ""
    return (CInt(status) ?? -1, output)
  }

  /// Runs a command with a limit on open files.
  fileprivate func run(
    _ command: String,
    openFiles limit: Int
  ) -> (status: CInt, errorOutput: String) {
    // Inherited descriptors count toward the limit, so they are closed. Only bash has numbers above 9.
    let script = """
      for file in /proc/self/fd/*; do
        number=${file##*/}
        [ $number -gt 2 ] && eval "exec $number>&-"
      done
      ulimit -n \(limit)
      eval "$COMMAND"
      """
    return run("COMMAND=\"\(command)\" bash -c '\(script)'")
  }

  /// Returns the output of an undisturbed scan, which is then deleted.
  fileprivate func undisturbed() throws -> [String: [UInt8]] {
    #expect(try scan("--no-cache --force --output {}/undisturbed").status == 0)
    defer { shell("rm -rf undisturbed") }
    return try tree("undisturbed")
  }
}

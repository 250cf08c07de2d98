import TestSupport
import Testing
import WavethumbBytes
import WavethumbSystem

@testable import WavethumbLibrary

@Suite struct `Owned lines that move into a new ledger` {
  private func line(_ number: Int, version: Int = 0) throws -> OwnedLine {
    // A length that changes, so that lines cross the ends of buffers anywhere.
    let end = String(repeating: "x", count: number % 90)
    let path = try #require(RelativePath(RawPath("Show \(1000 + number / 7)/\(number)\(end).dat")))
    let digest = ContentDigest(high: UInt64(number), low: UInt64(version))
    return OwnedLine(path, WrittenFile(bytes: number, digest: digest))
  }

  /// The order of a section: by path, then by the rest.
  private func ordered(_ lines: [OwnedLine]) -> [UInt8] {
    let sorted = lines.sorted {
      if $0.path != $1.path { return $0.path.path < $1.path.path }
      return $0.bytes.lexicographicallyPrecedes($1.bytes)
    }
    return sorted.flatMap(\.bytes)
  }

  @Test func `are in the order of paths and each once`() throws {
    let lines = try (0..<3000).map { try line($0) }
    var files = OwnedFiles()
    // Three sources that have lines in common: a third of them in order, all in none, and a few
    // backwards.
    let third = ordered(lines.filter { $0.file.bytes % 3 == 0 })
    var numbers = SeededNumbers(seed: 1)
    let all = lines.shuffled(using: &numbers).flatMap(\.bytes)
    let backwards = lines.prefix(9).reversed().flatMap(\.bytes)
    files.add(section: third, isWhole: true)
    files.add(lines: all)
    files.add(section: backwards, isWhole: false)

    let isKept = { (line: OwnedLine) in line.file.bytes % 2 == 1 }
    #expect(files.section(replacing: [], where: isKept) == ordered(lines.filter(isKept)))
  }

  @Test func `are replaced by what a run wrote under their paths`() throws {
    // Two ledgers that have another version of each file, and a run that has written a third of
    // them.
    let old = try (0..<90).map { try line($0) }
    let other = try (0..<90).map { try line($0, version: 1) }
    let new = try (30..<60).map { try line($0, version: 2) }
    var files = OwnedFiles()
    var numbers = SeededNumbers(seed: 1)
    files.add(lines: old.shuffled(using: &numbers).flatMap(\.bytes))
    files.add(lines: other.shuffled(using: &numbers).flatMap(\.bytes))
    let newLines = new.shuffled(using: &numbers).flatMap(\.bytes)

    // All versions of a path remain, unless the run wrote it: any of them may be on the disk.
    let written = Set(new.map(\.path))
    let kept = (old + other).filter { !written.contains($0.path) }
    #expect(files.section(replacing: newLines) { _ in true } == ordered(kept + new))
  }

  @Test func `are left out if they are damaged, too long or cut`() throws {
    let lines = try (0..<6).map { try line($0) }
    var damaged = lines[2].bytes
    damaged[40] ^= 1
    // Longer than a path can be.
    let long = [UInt8](repeating: UInt8(ascii: "x"), count: 100_000) + [0]
    let empty: [UInt8] = [0, 0]
    let bytes = [
      lines[0].bytes,
      long,
      damaged,
      empty,
      lines[3].bytes,
      lines[1].bytes,
      lines[4].bytes,
      lines[5].bytes.dropLast(),
    ].flatMap(\.self)
    var files = OwnedFiles()
    files.add(section: bytes, isWhole: false)

    let wholeLines = [lines[0], lines[1], lines[3], lines[4]]
    #expect(files.section(replacing: []) { _ in true } == ordered(wholeLines))
  }
}

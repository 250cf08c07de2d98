import Decoding
import Testing

/// Tests damaged and malicious data files.
@Suite struct `Malformed data` {
  private static func word(_ value: Int, bytes width: Int = 4) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  /// Returns a dat file: version, flags, rate, zoom, points and channels, followed by values.
  private static func dat(header: [Int], values: [UInt8]) -> [UInt8] {
    header.flatMap { word($0) } + values
  }

  private static func peaks(_ members: String) -> [UInt8] {
    Array("{\(members)}\n".utf8)
  }

  private static let sound = #""version":2,"channels":1,"sample_rate":8000,"samples_per_pixel":64"#
  private static let nested = String(repeating: "[", count: 100_000)

  private static let broken: [(name: String, bytes: [UInt8], message: String)] = [
    ("empty.dat", [], "empty"),
    ("head.dat", dat(header: [2, 1, 8000], values: []), "ends after 12 bytes"),
    ("beyond.dat", dat(header: [1, 1, 8000, 64, 3], values: [1, 2]), "values declared"),
    ("less.dat", dat(header: [1, 1, 8000, 64, 0], values: [1, 2]), "values declared"),
    ("most.dat", dat(header: [2, 1, 8000, 64, -1, 24], values: [1, 2]), "values declared"),
    ("three.dat", dat(header: [3, 1, 8000, 64, 1], values: [1, 2]), "version 3"),
    ("rate.dat", dat(header: [1, 1, 0, 64, 1], values: [1, 2]), "0 Hz"),
    (
      "zoom.dat", dat(header: [1, 1, 8000, 0, 1], values: [1, 2]), "0 samples per point are invalid"
    ),
    (
      "zooms.dat", dat(header: [1, 1, 8000, 1 << 31, 1], values: [1, 2]),
      "samples per point are invalid"
    ),
    ("flags.dat", dat(header: [1, 2, 8000, 64, 1], values: [1, 2]), "flags"),
    (
      "lanes.dat", dat(header: [2, 1, 8000, 64, 1, 25], values: [UInt8](repeating: 1, count: 50)),
      "25 channels"
    ),
    ("none.dat", dat(header: [2, 1, 8000, 64, 1, 0], values: []), "0 channels"),
    ("odd.dat", dat(header: [1, 0, 8000, 64, 1], values: [1, 2, 3]), "values declared"),
    ("three.json", peaks(#""version":3,"sample_rate":1,"data":[1,2]"#), "version 3"),
    ("rate.json", peaks(sound.replacing("8000", with: "0") + #","data":[1,2]"#), "0 Hz"),
    ("zoom.json", peaks(sound.replacing("64", with: "0") + #","data":[1,2]"#), "0 samples"),
    (
      "zooms.json", peaks(sound.replacing("64", with: "2147483648") + #","data":[1,2]"#),
      "2147483648 samples per point are invalid"
    ),
    (
      "lanes.json", peaks(sound.replacing(#"els":1"#, with: #"els":25"#) + #","data":[1]"#),
      "25 channels"
    ),
    ("bits.json", peaks(sound + #","length":1,"data":[1,2]"#), "bits"),
    ("twelve.json", peaks(sound + #","bits":12,"length":1,"data":[1,2]"#), "12 bits"),
    ("beyond.json", peaks(sound + #","bits":8,"length":2,"data":[1,2]"#), "values declared"),
    ("huge.json", peaks(sound + #","bits":8,"length":9e18,"data":[1,2]"#), ""),
    ("range.json", peaks(sound + #","bits":8,"length":1,"data":[1,300]"#), "does not fit its bits"),
    ("ranges.json", peaks(sound + #","bits":16,"length":1,"data":[1,1e999]"#), ""),
    ("words.json", peaks(sound + #","bits":8,"length":1,"data":[1,"2"]"#), "not a number"),
    ("nested.json", peaks(#""data":"# + nested), ""),
    ("deep.json", peaks(#""peaks":"# + nested), ""),
    ("deeper.json", Array((#"{"a":"# + nested).utf8), ""),
    ("ragged.json", peaks(#""duration":1,"peaks":[[1,2],[1]]"#), "different lengths"),
    ("cut.json", Array(#"{"duration":1,"peaks":[[0.1,"#.utf8), ""),
  ]

  @Test(.enabled(if: WorkerSandbox.boundsMemory))
  func `malformed data is rejected with a message, and nothing is written`() throws {
    let folder = try TemporaryRecording()
    for (name, bytes, _) in Self.broken {
      try folder.write(name, bytes: bytes)
    }
    let run = try folder.shell(
      """
      for f in \(Self.broken.map(\.name).joined(separator: " ")); do
        said=$( (ulimit -v 4000000; $W render $f -o out.png) 2>&1)
        echo "$? $f $(echo "$said" | tr '\\n' ' ')"
      done
      """
    )

    let lines = run.text.split(separator: "\n")
    #expect(lines.count == Self.broken.count)
    for (line, broken) in zip(lines, Self.broken) {
      #expect(line.hasPrefix("1 \(broken.name) wavethumb: "), "\(line)")
      #expect(line.contains(broken.message), "\(broken.message): \(line)")
    }

    #expect(try folder.names().contains("out.png") == false)
  }

  @Test func `members of data can be in any order`() throws {
    let folder = try TemporaryRecording()
    try folder.write(
      "last.json",
      bytes: Self.peaks(#""data":[-3,39],"# + Self.sound + #","length":1,"bits":8"#)
    )
    try folder.write(
      "first.json",
      bytes: Self.peaks(Self.sound + #","bits":8,"length":1,"data":[-3,39]"#)
    )

    let run = try folder.shell(
      "for f in first last; do $W render $f.json -o $f.dat; echo $?; done; cmp first.dat last.dat"
    )
    #expect(run.text == "0\n0\n", "\(run.errorOutput)\(run.text)")
  }

  @Test(.enabled(if: WorkerSandbox.boundsMemory))
  func `very long numbers are read up to the file limit, also from a pipe`() throws {
    let folder = try TemporaryRecording()
    let run = try folder.shell(
      #"""
      digits() { printf '{"data":['; yes 1111111111 | head -c 80000000 | tr -d '\n'; }
      digits > digits.json
      (ulimit -v 1000000; $W render digits.json -o out.png; echo $?; digits | $W render - -o out.png; echo $?)
      """#
    )
    #expect(run.text == "1\n1\n", "\(run.errorOutput)")
    #expect(run.errorOutput.split(separator: "\n").count { $0.hasPrefix("wavethumb: ") } == 2)
    #expect(try folder.names().contains("out.png") == false)
  }
}

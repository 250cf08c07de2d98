import Decoding
import TestSupport
import Testing

/// A data file that is rejected, and a part of the message.
private struct BrokenFile {
  let name: String
  let bytes: [UInt8]
  let message: String

  /// Creates a file of audiowaveform: numbers of 32 bits, and values of a byte each.
  static func dat(
    name: String,
    header: [Int],
    values: [UInt8] = [1, 2],
    message: String
  ) -> BrokenFile {
    let head = header.flatMap { StreamHeads.little(UInt32(truncatingIfNeeded: $0)) }
    return BrokenFile(name: name + ".dat", bytes: head + values, message: message)
  }

  /// Creates a file for players with these members.
  static func json(name: String, members: String, message: String) -> BrokenFile {
    BrokenFile(name: name + ".json", bytes: Array("{\(members)}\n".utf8), message: message)
  }
}

/// Tests damaged and malicious data files.
@Suite struct `Malformed data` {
  /// Members that describe one channel at 8 kHz, with the faults that an argument makes.
  private static func sound(version: Int = 2, channels: Int = 1, rate: Int = 8000, zoom: Int = 64)
    -> String
  {
    #""version":\#(version),"channels":\#(channels),"sample_rate":\#(rate),"samples_per_pixel":\#(zoom)"#
  }

  private static let nested = String(repeating: "[", count: 100_000)

  // A header has version, flags, rate, zoom, points, and channels in version 2. Each file has one fault:
  // a number that is divided by, that would be allocated, or that the next number contradicts.
  private static let brokenHeaders: [BrokenFile] = [
    BrokenFile(name: "empty.dat", bytes: [], message: "empty"),
    .dat(name: "head", header: [2, 1, 8000], values: [], message: "ends after 12 bytes"),
    .dat(name: "beyond", header: [1, 1, 8000, 64, 3], message: "values declared"),
    .dat(name: "less", header: [1, 1, 8000, 64, 0], message: "values declared"),
    .dat(name: "most", header: [2, 1, 8000, 64, -1, 24], message: "values declared"),
    .dat(name: "three", header: [3, 1, 8000, 64, 1], message: "version 3"),
    .dat(name: "rate", header: [1, 1, 0, 64, 1], message: "0 Hz"),
    .dat(name: "zoom", header: [1, 1, 8000, 0, 1], message: "0 samples per point are invalid"),
    .dat(
      name: "zooms",
      header: [1, 1, 8000, 1 << 31, 1],
      message: "samples per point are invalid"
    ),
    .dat(name: "flags", header: [1, 2, 8000, 64, 1], message: "flags"),
    .dat(
      name: "lanes",
      header: [2, 1, 8000, 64, 1, 25],
      values: [UInt8](repeating: 1, count: 50),
      message: "25 channels"
    ),
    .dat(name: "none", header: [2, 1, 8000, 64, 1, 0], values: [], message: "0 channels"),
    .dat(name: "odd", header: [1, 0, 8000, 64, 1], values: [1, 2, 3], message: "values declared"),
  ]

  private static let brokenNumbers: [BrokenFile] = [
    .json(name: "three", members: sound(version: 3) + #","data":[1,2]"#, message: "version 3"),
    .json(name: "rate", members: sound(rate: 0) + #","data":[1,2]"#, message: "0 Hz"),
    .json(name: "zoom", members: sound(zoom: 0) + #","data":[1,2]"#, message: "0 samples"),
    .json(
      name: "zooms",
      members: sound(zoom: 1 << 31) + #","data":[1,2]"#,
      message: "2147483648 samples per point are invalid"
    ),
    .json(name: "lanes", members: sound(channels: 25) + #","data":[1]"#, message: "25 channels"),
  ]

  // An empty message is one of the JSON reader, which names a position.
  private static let brokenValues: [BrokenFile] = [
    .json(name: "bits", members: values(#""length":1,"data":[1,2]"#), message: "bits"),
    .json(
      name: "twelve",
      members: values(#""bits":12,"length":1,"data":[1,2]"#),
      message: "12 bits"
    ),
    .json(
      name: "beyond",
      members: values(#""bits":8,"length":2,"data":[1,2]"#),
      message: "values declared"
    ),
    .json(name: "huge", members: values(#""bits":8,"length":9e18,"data":[1,2]"#), message: ""),
    .json(
      name: "range",
      members: values(#""bits":8,"length":1,"data":[1,300]"#),
      message: "does not fit its bits"
    ),
    .json(name: "ranges", members: values(#""bits":16,"length":1,"data":[1,1e999]"#), message: ""),
    .json(
      name: "words",
      members: values(#""bits":8,"length":1,"data":[1,"2"]"#),
      message: "not a number"
    ),
    .json(
      name: "ragged",
      members: #""duration":1,"peaks":[[1,2],[1]]"#,
      message: "different lengths"
    ),
    BrokenFile(name: "cut.json", bytes: Array(#"{"duration":1,"peaks":[[0.1,"#.utf8), message: ""),
  ]

  private static func values(_ members: String) -> String { sound() + "," + members }

  // A parser that calls itself for each bracket has no stack for these.
  private static let deepFiles: [BrokenFile] = [
    .json(name: "nested", members: #""data":"# + nested, message: ""),
    .json(name: "deep", members: #""peaks":"# + nested, message: ""),
    BrokenFile(name: "deeper.json", bytes: Array((#"{"a":"# + nested).utf8), message: ""),
  ]

  @Test(.enabled(if: WorkerSandbox.boundsMemory))
  func `malformed data is rejected with a message, and nothing is written`() throws {
    let folder = try TemporaryRecording()
    let files = Self.brokenHeaders + Self.brokenNumbers + Self.brokenValues + Self.deepFiles
    for file in files {
      try folder.write(file.name, bytes: file.bytes)
    }
    // 4 GB of address space: a length that is believed is an allocation that fails here.
    let run = try folder.shell(
      """
      for f in \(files.map(\.name).joined(separator: " ")); do
        message=$( (ulimit -v 4000000; $W render $f -o out.png) 2>&1)
        echo "$? $f $(echo "$message" | tr '\\n' ' ')"
      done
      """
    )

    let lines = run.lines
    #expect(lines.count == files.count)
    for (line, file) in zip(lines, files) {
      #expect(line.hasPrefix("1 \(file.name) wavethumb: "))
      #expect(line.contains(file.message), "\(file.message): \(line)")
    }

    #expect(try folder.names().contains("out.png") == false)
  }

  @Test func `members of data can be in any order`() throws {
    let folder = try TemporaryRecording()
    // How many values there are, and of how many bits, comes after them or before.
    let last = #"{"data":[-3,39],\#(Self.sound()),"length":1,"bits":8}"#
    let first = #"{\#(Self.sound()),"bits":8,"length":1,"data":[-3,39]}"#
    try folder.write("last.json", text: last)
    try folder.write("first.json", text: first)

    let run = try folder.shell(
      """
      for f in first last; do $W render $f.json -o $f.dat; echo $?; done
      cmp first.dat last.dat
      """
    )
    #expect(run.text == "0\n0\n", "\(run.errorOutput)\(run.text)")
  }

  @Test(.enabled(if: WorkerSandbox.boundsMemory))
  func `very long numbers are read up to the file limit, also from a pipe`() throws {
    let folder = try TemporaryRecording()
    // One number of 80 MB, above the limit of a file, with 1 GB of address space.
    let run = try folder.shell(
      #"""
      digits() { printf '{"data":['; yes 1111111111 | head -c 80000000 | tr -d '\n'; }
      digits > digits.json
      ulimit -v 1000000
      $W render digits.json -o out.png; echo $?
      digits | $W render - -o out.png; echo $?
      """#
    )
    #expect(run.text == "1\n1\n", "\(run.errorOutput)")
    #expect(run.errorLines.count { $0.hasPrefix("wavethumb: ") } == 2)
    #expect(try folder.names().contains("out.png") == false)
  }
}

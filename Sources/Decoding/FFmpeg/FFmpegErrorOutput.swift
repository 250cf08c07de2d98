import Bytes

/// The text that ffmpeg wrote to standard error; a recording may have put any words there.
struct FFmpegErrorOutput: Equatable {
  private static let longestReason = 200

  private let lines: [String]

  init(_ bytes: [UInt8]) {
    lines = bytes.split(separator: UInt8(ascii: "\n")).prefix(100).compactMap(Self.words)
  }

  /// The reason of a failure in a few words: the same at every run.
  var reason: String? {
    if lines.contains(where: { $0.contains("matches no streams") }) { return "no sound in it" }
    // Addresses in memory differ from run to run, and the reason must not.
    return lines.first { !$0.contains("0x") && !$0.hasPrefix("Warning") }
  }

  /// Whether ffmpeg reports that the recording is cut off.
  var tellsOfAnEarlyEnd: Bool {
    lines.contains { $0.contains("partial file") || $0.contains("ended prematurely") }
  }

  var tellsOfMissingMemory: Bool {
    lines.contains { $0.contains("Cannot allocate memory") }
  }

  /// A line without the name of the part of ffmpeg, its address and its descriptor.
  private static func words(_ line: ArraySlice<UInt8>) -> String? {
    var rest = line
    while rest.first == UInt8(ascii: "["), let end = rest.firstIndex(of: UInt8(ascii: "]")) {
      rest = rest[(end + 1)...].drop { $0 == UInt8(ascii: " ") }
    }
    for prefix in ["Error opening input file file:/proc/self/fd/0.", "file:/proc/self/fd/0: "] {
      if rest.starts(with: prefix.utf8) { rest = rest.dropFirst(prefix.utf8.count) }
    }
    return rest.isEmpty ? nil : String(decoding: rest.prefix(longestReason), as: UTF8.self)
  }
}

import Batch
import Bytes
import System
import Testing

@Suite(.serialized) struct `Several recordings in one ffmpeg` {
  private let place: TemporaryRecording

  init() throws {
    place = try TemporaryRecording()
    _ = try place.shell("mkdir library bin")
  }

  /// Makes folders of ten short recordings in four formats that only ffmpeg reads.
  private static let shortRecordings = """
    make() {
      /usr/bin/ffmpeg -nostdin -v error -y -f lavfi -i "sine=$((200 + $i)):d=0.$i" \\
        -metadata title=$i "$@"
    }
    for i in $(seq 10 49); do
      here=library/${i%?} && mkdir -p $here
      case $((i % 4)) in
      0) make -ar 22050 -c:a aac $here/$i.m4a ;;
      1) make -ac 2 -c:a aac -f adts $here/$i.aac ;;
      2) make -c:a alac $here/$i.m4a ;;
      3) make -ac 6 -c:a ac3 $here/$i.ac3 ;;
      esac
    done
    """

  /// Returns what was measured, by file name.
  private func measured(_ manifest: String) throws -> [String: [JSONValue?]] {
    let files = try #require(try JSONValue(try place.read(manifest))["files"]?.array)
    let fields = ["status", "error", "format", "tags", "durationMs", "channels", "peak", "rms"]
    return Dictionary(
      uniqueKeysWithValues: files.map { file in
        let name = file["path"]?.string?.split(separator: "/").last ?? ""
        return (String(name), fields.map { file[$0] })
      })
  }

  @Test(
    .enabled(if: hasFFmpeg), arguments: ["", "head -c 900 library/1/10.aac > library/1/18.m4a"])
  func `short recordings that share an ffmpeg are measured as if alone`(damage: String) throws {
    let run = try place.shell(
      """
      \(Self.shortRecordings)
      \(damage)
      $W scan library --no-cache --output out --ffmpeg -j 1
      for part in 1 2 3 4; do $W scan library/$part --no-cache --output out$part --ffmpeg; done
      """)
    // In a run of so few recordings each has a process of its own.
    let alone = try (1...4).map { try measured("out\($0)/manifest.json") }
      .reduce(into: [:]) { all, part in all.merge(part) { one, _ in one } }
    #expect(alone.count == 40, "\(run.words)")
    #expect(try measured("out/manifest.json") == alone)
  }

  @Test(.enabled(if: hasFFmpeg)) func `short recordings share an ffmpeg`() throws {
    let script = """
      #!/bin/sh
      [ "$1" = -version ] && exit 0
      case "$*" in *fd/9*) exec /usr/bin/ffmpeg "$@" ;; esac
      exit 1

      """
    try place.write("bin/ffmpeg", Array(script.utf8))
    let run = try place.shell(
      """
      chmod +x bin/ffmpeg
      \(Self.shortRecordings)
      PATH=$PWD/bin:$PATH $W scan library --no-cache --output out --ffmpeg -j 1
      """)
    #expect(run.words.contains("32 drawn"), "\(run.words)")
  }
}

import Codecs
import Glibc
import TestSupport
import Testing
import WavethumbBytes

/// Tests pictures over album art; each file in Fixtures/Art shows four colored quarters.
struct CoverTests {
  private let folder: TemporaryRecording

  init() throws {
    folder = try TemporaryRecording()
    let art = TemporaryLibrary.fixtures.dropLast("Audio".count) + "Art"
    try folder.shell("ln -s \(art) art; mkdir library; rm tone.wav")
  }

  // Without a waveform and without dimming, so that the colors of the art are left.
  private static let look = "--style bars --size 24x24 --color none --cover-dim 0"
  private static let scanCommand = "$W scan library --output out --cache cache \(look)"

  /// Runs a script that fills `library`, then a scan.
  private func scan(
    _ script: String,
    options: String = "--cover auto"
  ) throws -> (files: [JSONValue], run: CommandRun) {
    let run = try folder.shell("\(script)\n\(Self.scanCommand) \(options)")
    let files = try folder.json("out/manifest.json")["files"]?.array ?? []
    return (files, run)
  }

  /// Returns the colors of the four quarters as letters: the upper ones, then the lower ones.
  private func quarters(_ name: String) throws -> String {
    let picture = try folder.picture("out/\(name)")
    // Well within each quarter of 24 by 24 pixels, away from blurred borders.
    let near = 5
    let far = 18
    return picture.color(x: near, y: near) + picture.color(x: far, y: near)
      + picture.color(x: near, y: far) + picture.color(x: far, y: far)
  }

  @Test(arguments: ["lame.mp3", "flac.flac", "opusenc.opus", "vorbiscomment.ogg"])
  func `embedded art is drawn beneath the waveform`(name: String) throws {
    let (files, run) = try scan("cp art/\(name) library")
    #expect(run.status == 0, "\(run.errorOutput)")
    #expect(try quarters("\(name).bars-cover.png") == "rgby")

    let cover = try #require(files.first?["cover"])
    #expect(cover["source"]?.string == "embedded")
    #expect(cover["type"]?.string == "image/png")
    #expect(cover["width"]?.int == 32)
    #expect(cover["error"] == nil)
    let digest = ContentDigest(of: try folder.read("art/front.png"))
    #expect(cover["digest"]?.string == digest.hex)
    #expect(files.first?["thumbnails"]?.array?.first?["cover"]?.bool == true)
  }

  @Test(.enabled(if: hasFFmpeg), arguments: ["front.jpg", "rotated.jpg", "cmyk.jpg", "front.webp"])
  func `ffmpeg decodes folder art with its orientation and colors`(name: String) throws {
    // Media players look for names like this in any case.
    let ending = try #require(name.split(separator: ".").last)
    let (files, run) = try scan(
      "cp art/ffmpeg.m4a library; cp art/\(name) library/FOLDER.\(ending)",
      options: "--cover folder --ffmpeg --isolation auto"
    )
    #expect(run.status == 0, "\(run.errorOutput)")
    #expect(try quarters("ffmpeg.m4a.bars-cover.png") == "rgby", "\(name)")
    #expect(files.first?["cover"]?["source"]?.string == "folder")
  }

  @Test(.enabled(if: hasFFmpeg)) func `art in m4a is found`() throws {
    let (files, run) = try scan("cp art/ffmpeg.m4a library", options: "--cover auto --ffmpeg")
    #expect(run.status == 0, "\(run.errorOutput)")
    #expect(files.first?["cover"]?["source"]?.string == "embedded")
    #expect(try quarters("ffmpeg.m4a.bars-cover.png") == "rgby")
  }

  @Test(arguments: ["deep.png", "interlaced.png", "palette.png", "animated.png"])
  func `every kind of PNG art is decoded in the sandbox`(name: String) throws {
    let (_, run) = try scan(
      "cp \(TemporaryLibrary.fixtures)/pcm16.wav library/a.wav; cp art/\(name) library/cover.jpg",
      options: "--cover auto --isolation require"
    )
    #expect(run.status == 0, "\(run.errorOutput)")
    let colors = try quarters("a.wav.bars-cover.png")
    if name == "palette.png" {
      // Yellow is transparent in the palette, so only the shade covers it.
      #expect(colors.hasPrefix("rgb"))
    } else {
      #expect(colors == "rgby")
    }
  }

  @Test(arguments: [
    // 138 bytes that declare 60,000 by 60,000 pixels.
    ("cp art/bomb.png library/cover.png", "too-many-pixels"),
    ("cp art/cut.png library/cover.png", "undecodable"),
    (": > library/cover.jpg", "empty"),
    ("echo no picture > library/front.png", "not-a-picture"),
    ("cp art/front.png library/cover.png; truncate -s 30M library/cover.png", "too-many-bytes"),
    // Nothing that could block the run, or that lies outside of the library.
    ("mkfifo library/cover.jpg", "no-art"),
    ("mkdir library/cover.jpg", "no-art"),
    ("cp art/front.png out-of-it.png; ln -s ../out-of-it.png library/cover.png", "no-art"),
    ("ln -s /etc/passwd library/cover.png", "no-art"),
    ("ln -s nowhere library/cover.png", "no-art"),
    ("cp art/front.jpg library/cover.jpg", "needs-ffmpeg"),
  ])
  func `unusable art gives a plain picture and a reason`(
    script: String,
    code: String
  ) throws {
    let (files, run) = try scan(
      "cp \(TemporaryLibrary.fixtures)/pcm16.wav library/a.wav; \(script)"
    )
    #expect(run.status == 0, "\(run.errorOutput)")
    #expect(files.first?["cover"]?["error"]?["code"]?.string == code)
    #expect(files.first?["thumbnails"]?.array?.first?["cover"]?.bool == false)
    #expect(try quarters("a.wav.bars-cover.png") == "....")
    #expect(run.errorOutput.contains("1 without a cover ("))
  }

  @Test func `a link within the library counts as art, by order of names`() throws {
    let (files, _) = try scan(
      """
      cp \(TemporaryLibrary.fixtures)/pcm16.wav library/a.wav
      mkdir library/art
      cp art/front.png library/art/any.png
      ln -s art/any.png library/Cover.PNG
      # More likely by its name, but broken; and less likely.
      echo broken > library/cover.jpg
      cp art/deep.png library/folder.png
      """
    )
    #expect(files.first?["cover"]?["path"]?.string == "Cover.PNG")
    #expect(try quarters("a.wav.bars-cover.png") == "rgby")
  }

  @Test func `new folder art is drawn without decoding, with and without an index`() throws {
    let wave = TemporaryLibrary.fixtures + "/pcm16.wav"
    _ = try scan("mkdir library/x; cp \(wave) library/x/a.wav; cp art/lame.mp3 library/x")
    // The art of a recording is not that of its folder.
    #expect(try quarters("x/a.wav.bars-cover.png") == "....")

    var run = try scan("", options: "--cover auto --check").run
    #expect(run.status == 0, "\(run.errorOutput)")

    run = try scan("cp art/front.png library/x/cover.png", options: "--cover auto --json").run
    #expect(run.text.contains(#""decoded":0"#))
    #expect(run.text.contains(#""drawn":1"#))
    #expect(try quarters("x/a.wav.bars-cover.png") == "rgby")

    run = try scan("rm -r cache", options: "--cover auto --check").run
    #expect(run.status == 0, "\(run.errorOutput)")
    run = try scan("rm library/x/cover.png", options: "--cover auto --check").run
    #expect(run.status == 4, "\(run.errorOutput)")
  }

  @Test func `SVG embeds the art, and cover pictures are pruned`() throws {
    _ = try scan("cp art/lame.mp3 library", options: "--cover embedded --format svg --format png")
    let svg = try folder.text("out/lame.mp3.bars-cover.svg")
    let art = Base64.text(of: try folder.read("art/front.png"))
    #expect(svg.contains("href=\"data:image/png;base64,\(art)\""))

    // What comes later in an SVG is drawn over what comes before.
    let image = try #require(svg.firstRange(of: "<image "))
    #expect(svg[image.upperBound...].contains("<rect"))

    let run = try scan(
      "mv library/lame.mp3 .",
      options: "--cover embedded --format svg --format png --prune --force"
    ).run
    #expect(try folder.shell("ls out").text == "manifest.json\n", "\(run.errorOutput)")
  }

  @Test func `the page has one copy of each embedded art, which is pruned with it`() throws {
    // Both recordings have the same art, whose name is its digest.
    let front = try folder.read("art/front.png")
    let art = "covers/\(ContentDigest(of: front).hex).png"
    let options = "--page --prune --force"
    let (files, run) = try scan("cp art/lame.mp3 art/flac.flac library", options: options)
    #expect(run.status == 0, "\(run.errorOutput)")
    #expect(files.map { $0["cover"]?["url"]?.string } == [art, art])
    #expect(try folder.read("out/\(art)") == front)

    let page = try folder.text("out/index.html")
    #expect(page.contains(#""covers":["\#(art)"]"#))
    #expect(page.contains(#""cover":0"#))
    // Pictures have no cover, and the next scan has nothing to do, with or without a page.
    #expect(files.first?["thumbnails"]?.array?.first?["path"]?.string == "flac.flac.bars.png")
    #expect(try scan("", options: "--page --check").run.status == 0)
    #expect(try scan("", options: "--check").run.status == 0)
    #expect(try folder.shell("$W verify out").status == 0)

    // A user file with a name like ours stays.
    let other = "0123456789abcdef0123456789abcdef.png"
    _ = try scan(
      "rm library/*; cp art/lame.mp3 library; echo x > out/covers/\(other)",
      options: options
    )
    #expect(try folder.shell("ls out/covers").lines.count == 2)

    // Without the last recording that has the art, its copy goes.
    _ = try scan("rm library/*; printf 'RIFF' > library/a.wav", options: options)
    #expect(try folder.shell("ls out/covers").text == "\(other)\n")
  }

  @Test func `a damaged copy of art is made again by --repair, an emptied one by any scan`() throws
  {
    _ = try scan("cp art/lame.mp3 art/flac.flac library", options: "--page")
    try folder.shell("cp -r out whole")

    func expectRestored(by command: String, after damage: String) throws {
      let run = try folder.shell("for copy in out/covers/*; do \(damage) $copy; done; \(command)")
      #expect(run.status == 0, "\(damage) \(command): \(run.errorOutput)")
      let difference = try folder.shell("diff -r whole out")
      #expect(difference.text == "", "\(damage) \(command)")
    }
    let repair = "$W verify out --repair --library library --cache cache"
    // An empty file is nobody's loss, so that any scan replaces it.
    try expectRestored(by: "\(Self.scanCommand) --page", after: "truncate -s 0")
    try expectRestored(by: repair, after: "truncate -s 0")
    // Of its listed size, which is proof enough for somebody who asks for a repair.
    try expectRestored(by: repair, after: "LC_ALL=C sed -i s/IDAT/IDAx/")
  }

  @Test(.enabled(if: hasFFmpeg))
  func `embedded art above 1 MiB is left out, and with --ffmpeg the page has a smaller copy`()
    throws
  {
    // Noise, which no PNG makes smaller: 3.2 MB.
    let script = """
      make() { ffmpeg -nostdin -v error "$@"; }
      noise='nullsrc=s=1200x900,geq=random(1)*255:128:128'
      make -f lavfi -i "$noise" -frames:v 1 -pix_fmt rgb24 big.png
      make -i \(TemporaryLibrary.fixtures)/cbr.mp3 -i big.png -map 0:a -map 1:v -c copy library/a.mp3
      """
    let (files, run) = try scan(script, options: "--page")
    #expect(files.count == 1, "\(run.errorOutput)")
    #expect(files.first?["cover"]?["url"] == nil)

    // The longer side becomes 800 pixels.
    let cover = try #require(try scan("", options: "--page --ffmpeg").files.first?["cover"])
    #expect(cover["width"]?.int == 800)
    #expect(cover["height"]?.int == 600)

    let copy = try #require(cover["url"]?.string)
    #expect(copy.hasSuffix(".jpg"))
    let startOfJPEG: [UInt8] = [0xFF, 0xD8]
    let isJPEG = try folder.read("out/\(copy)").starts(with: startOfJPEG)
    #expect(isJPEG)
    #expect(try scan("", options: "--page --ffmpeg --check").run.status == 0)
  }

  @Test func `the page shows the art of a folder where it is`() throws {
    let recording = "\(TemporaryLibrary.fixtures)/cbr.mp3"
    _ = try scan(
      "cp \(recording) library/a.mp3; cp art/front.png library/cover.png",
      options: "--page"
    )
    let page = try folder.text("out/index.html")
    #expect(page.contains(#""covers":["../library/cover.png"]"#))
    let hasCopies = try folder.shell("ls out").text.contains("covers")
    #expect(!hasCopies)

    // A changed cover is detected without reading the recording.
    let check = try scan("cp art/deep.png library/cover.png", options: "--page --check").run
    #expect(check.status == 4)

  }

  @Test func `repaired pictures have the same art, which the page shows too`() throws {
    let options = "--cover auto --format png --format svg --page"
    let run = try scan("cp art/lame.mp3 art/flac.flac library", options: options).run
    #expect(run.status == 0, "\(run.errorOutput)")

    let page = try folder.text("out/index.html")
    #expect(page.contains("lame.mp3.bars-cover."))
    let names = ["lame.mp3.bars-cover.png", "flac.flac.bars-cover.svg"]
    let whole = try names.map { try folder.read("out/\($0)") }
    for name in names {
      try folder.shell("printf x | dd of=out/\(name) bs=1 seek=99 conv=notrunc")
    }

    let verify = "$W verify out --library library --cache cache"
    #expect(try folder.shell(verify).status == 4)
    let repair = try folder.shell(verify + " --repair")
    #expect(repair.status == 0, "\(repair.errorOutput)")
    #expect(try names.map { try folder.read("out/\($0)") } == whole)
  }

  @Test func `a repair keeps the art that the page shows`() throws {
    let (files, _) = try scan("cp art/lame.mp3 art/flac.flac library", options: "--page")
    let art = try #require(files.first?["cover"]?["url"]?.string)
    let manifest = try folder.read("out/manifest.json")
    let verify = "$W verify out --library library --cache cache --repair"
    // The art alone, and with a picture that a scan for the repair has to draw.
    let picture = "printf x | dd of=out/lame.mp3.bars.png bs=1 seek=99 conv=notrunc"
    for damage in ["rm out/\(art)", "rm out/\(art); \(picture)"] {
      try folder.shell(damage)
      let repair = try folder.shell(verify)
      #expect(repair.status == 0, "\(repair.errorOutput)")
      #expect(try folder.read("out/\(art)") == folder.read("art/front.png"), "\(damage)")
    }

    #expect(try folder.read("out/manifest.json") == manifest)
    try folder.shell("printf mine > out/\(art)")
    let refusal = try folder.shell(verify)
    #expect(refusal.status == 3, "\(refusal.errorOutput)")
    #expect(refusal.errorOutput.contains("is kept"))
    #expect(try folder.text("out/\(art)") == "mine")
  }

  @Test func `a scan with a page brings missing copies of art back, without decoding`() throws {
    let (files, _) = try scan("cp art/lame.mp3 library", options: "--page")
    let art = try #require(files.first?["cover"]?["url"]?.string)
    #expect(try scan("rm out/\(art)", options: "--page --check").run.status == 4)
    let run = try scan("", options: "--page --json").run
    #expect(run.text.contains(#""decoded":0"#))
    #expect(try folder.read("out/\(art)") == folder.read("art/front.png"))
    // A scan without a page does not need the covers.
    #expect(try scan("rm out/\(art)", options: "--check").run.status == 0)
  }

  @Test func `batched recordings get their art`() throws {
    // Short recordings, of which a worker gets several at once; a number behind makes each another one.
    let script = """
      for n in $(seq 60); do
        cp art/lame.mp3 library/$n.mp3
        printf $n >> library/$n.mp3
      done
      """
    let (files, run) = try scan(script, options: "--cover auto --jobs 2 --no-cache")
    #expect(run.status == 0, "\(run.errorOutput)")
    #expect(files.count == 60, "\(run.errorOutput)")
    #expect(files.allSatisfy { $0["cover"]?["source"]?.string == "embedded" })
  }

  @Test func `render draws over the art of the recording or its folder`() throws {
    let run = try folder.shell(
      """
      mkdir -p out
      cp art/lame.mp3 \(TemporaryLibrary.fixtures)/pcm16.wav library
      cp art/front.png library/folder.png
      $W render library/lame.mp3 -o out/a.png --cover embedded \(Self.look) &&
      $W render library/pcm16.wav -o out/b.png --cover auto \(Self.look) &&
      cd library &&
      $W render pcm16.wav --cover auto \(Self.look) &&
      mv *.png ../out
      """
    )
    #expect(run.status == 0, "\(run.errorOutput)")
    for name in ["a.png", "b.png", "pcm16.wav.bars-cover.png"] {
      #expect(try quarters(name) == "rgby", "\(name)")
    }
  }
}

extension PNGPicture {
  /// Returns the first letter of red, green, blue or yellow, or `.` if the pixel is clear.
  fileprivate func color(x: Int, y: Int) -> String {
    let start = (y * width + x) * 4
    let red = Int(pixels[start])
    let green = Int(pixels[start + 1])
    let blue = Int(pixels[start + 2])
    let alpha = pixels[start + 3]
    if alpha == 0 { return "." }
    // Both in yellow, by far: JPEG and CMYK move components by a few levels.
    if min(red, green) > 2 * blue + 20 { return "y" }
    if red > max(green, blue) { return "r" }
    return green > blue ? "g" : "b"
  }
}

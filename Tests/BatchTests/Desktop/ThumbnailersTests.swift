import TestSupport
import Testing
import WavethumbSystem

@testable import WavethumbBatch

@Suite struct `Thumbnailers of the desktop` {
  private static let totem = "[Thumbnailer Entry]\nExec=totem %i\nMimeType=audio/mpeg;video/mp4;\n"

  @Test func `thumbnailers are listed by type, the user's own folder first`() throws {
    let tree = try TemporaryTree()
    try tree.write("system/thumbnailers/totem.thumbnailer", text: Self.totem)
    let ours = ThumbnailerFile(program: "/usr/bin/wavethumb", hasFFmpeg: false).text
    try tree.write("system/thumbnailers/wavethumb.thumbnailer", text: ours)
    try tree.write("system/thumbnailers/notes.txt", text: ours)
    let folders = ["user", "system"].map { tree.path.appending(RawPath($0 + "/thumbnailers")) }
    // Totem comes first by name, and claims one of our types; wavethumb has the rest.
    let before = Thumbnailers(folders: folders, hasFFmpeg: false)
    #expect(before.owners.map(\.isWavethumb) == [false, true])
    #expect(before.owners.first?.types == ["audio/mpeg"])
    #expect(before.unclaimed == [])

    try tree.write("user/thumbnailers/wavethumb.thumbnailer", text: ours)
    // The user's folder is asked before the system's: there, wavethumb wins.
    let after = Thumbnailers(folders: folders, hasFFmpeg: true)
    #expect(after.owners.map(\.types) == [ThumbnailerFile.types])
    #expect(after.unclaimed == ThumbnailerFile.ffmpegTypes)

    let sentence = DesktopText.status(before)
    #expect(
      sentence.hasPrefix("Another program draws the thumbnails of audio/mpeg, as /"),
      "\(sentence)"
    )
  }

  @Test(arguments: [
    ("wavethumb.thumbnailer", ThumbnailerFile.types),
    ("wavethumb-ffmpeg.thumbnailer", ThumbnailerFile.ffmpegTypes),
  ])
  func `the package's thumbnailers claim the same types as the user's`(
    name: String,
    types: [String]
  ) throws {
    // Written by hand for packages, and compared with what the command writes for a user.
    let path = Repository.path(RawPath("scripts/package.d/" + name))
    let packaged = try #require(ThumbnailerFile(at: path))
    #expect(packaged.types == types)
    #expect(packaged.namesWavethumb)
    // `desktop disable` must not delete a file of the package manager.
    #expect(!packaged.isOurs)
  }

  @Test func `the thumbnailer's path is quoted as one word`() {
    // A space ends a word, and a percent sign begins a code such as %i.
    let file = ThumbnailerFile(program: "/opt/my tools/100%/wavethumb", hasFFmpeg: true)
    #expect(file.text.contains("Exec='/opt/my tools/100%%/wavethumb' thumbnail --size %s %i %o\n"))
    #expect(file.isOurs)
    #expect(file.types == ThumbnailerFile.types + ThumbnailerFile.ffmpegTypes)
  }
}

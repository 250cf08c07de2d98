import System
import TestSupport
import Testing

@testable import Batch

@Suite struct `Thumbnailers of the desktop` {
  private static let totem = "[Thumbnailer Entry]\nExec=totem %i\nMimeType=audio/mpeg;video/mp4;\n"

  @Test func `thumbnailers are listed by type, the user's own folder first`() throws {
    let tree = try TemporaryTree()
    try tree.write("system/thumbnailers/totem.thumbnailer", Self.totem)
    let ours = ThumbnailerFile(program: "/usr/bin/wavethumb").text
    try tree.write("system/thumbnailers/wavethumb.thumbnailer", ours)
    try tree.write("system/thumbnailers/notes.txt", ours)
    let folders = ["user", "system"].map { tree.path.appending(RawPath($0 + "/thumbnailers")) }
    let before = Thumbnailers(folders: folders)
    #expect(before.owners.map(\.isWavethumb) == [false, true])
    #expect(before.owners.first?.types == ["audio/mpeg"])
    #expect(before.unclaimed == [])
    try tree.write("user/thumbnailers/wavethumb.thumbnailer", ours)
    let after = Thumbnailers(folders: folders)
    #expect(after.owners.map(\.types) == [ThumbnailerFile.types])
    #expect(DesktopWords.status(before).contains("totem.thumbnailer): audio/mpeg\n"))
  }

  @Test func `the package's thumbnailer claims the same types as the user's`() throws {
    let repository = RawPath(
      "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/"))
    let path = repository.appending("scripts/package.d/wavethumb.thumbnailer")
    let packaged = try #require(ThumbnailerFile(at: path))
    #expect(packaged.types == ThumbnailerFile.types)
    #expect(packaged.namesWavethumb && !packaged.isOurs)
  }

  @Test func `the thumbnailer's path is quoted as one word`() {
    let file = ThumbnailerFile(program: "/opt/my tools/100%/wavethumb")
    #expect(file.text.contains("Exec='/opt/my tools/100%%/wavethumb' thumbnail --size %s %i %o\n"))
    #expect(file.isOurs)
  }
}

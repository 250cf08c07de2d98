import Decoding
import WavethumbBytes
import WavethumbSystem

/// The thumbnailers of recordings registered for this user.
struct Thumbnailers {
  struct Owner: Equatable {
    let path: RawPath
    let isWavethumb: Bool
    var types: [String]
  }

  /// The owner of each MIME type: the first that claims it, in the order of the folders.
  // As gnome-desktop does it, which asks no second one when the first fails.
  let owners: [Owner]
  let unclaimed: [String]

  /// Reads the files of these folders; `hasFFmpeg` adds the types that ffmpeg reads.
  init(folders: [RawPath], hasFFmpeg: Bool) {
    var owners: [Owner] = []
    var open = ThumbnailerFile.types(withFFmpeg: hasFFmpeg)
    for folder in folders {
      for path in Self.files(in: folder) {
        guard let file = ThumbnailerFile(at: path) else { continue }
        let types = open.filter(file.types.contains)
        if types.isEmpty { continue }
        open.removeAll(where: types.contains)
        owners.append(Owner(path: path, isWavethumb: file.namesWavethumb, types: types))
      }
    }
    self.owners = owners
    unclaimed = open
  }

  /// Reads the folders in which file managers look.
  static func registered() -> Thumbnailers {
    Thumbnailers(folders: folders, hasFFmpeg: FFmpegProgram.onPath() != nil)
  }

  /// The folders in which file managers look, the user's own first.
  private static var folders: [RawPath] {
    // The defaults of the XDG base directory specification, here and in `userData`.
    let standard = Array("/usr/local/share:/usr/share".utf8)
    let shared = Environment.value("XDG_DATA_DIRS")?.bytes ?? standard
    var dataFolders = [userData].compactMap(\.self)
    for path in shared.split(separator: UInt8(ascii: ":")) {
      dataFolders.append(RawPath(bytes: Array(path)))
    }
    return dataFolders.map { folder in folder.appending("thumbnailers") }
  }

  /// The folder in which `desktop enable` writes, or nil without an absolute `HOME`: if `sudo` has
  /// removed the variable, the password file names root's home.
  static var userFolder: RawPath? { userData?.appending("thumbnailers") }

  private static var userData: RawPath? {
    if let folder = Environment.value("XDG_DATA_HOME"), folder.isAbsolute { return folder }
    guard let home = Environment.value("HOME"), home.isAbsolute else { return nil }
    return home.appending(".local/share")
  }

  /// Returns the files of a folder by name; none if it cannot be read.
  private static func files(in path: RawPath) -> [RawPath] {
    let fileExtension = Array(".thumbnailer".utf8)
    let names = (try? Folder(at: path).names()) ?? []
    let thumbnailers = names.filter { name in
      name.bytes.suffix(fileExtension.count).elementsEqual(fileExtension)
    }
    return thumbnailers.sorted().map(path.appending)
  }
}

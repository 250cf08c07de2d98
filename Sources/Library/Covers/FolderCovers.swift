import Codecs
import WavethumbBytes
import WavethumbSystem

/// The art in the folders of recordings, searched once per folder.
final class FolderCovers: Sendable {
  // Names that Navidrome, Jellyfin, Emby, Plex, Kodi and Windows recognize as album art, the most
  // specific first.
  private static let names = [
    "cover", "folder", "front", "album", "albumart", "albumcover", "jacket", "poster", "default",
    "thumb", "albumartsmall", "fanart",
  ]
  private static let fileExtensions = [".jpg", ".jpeg", ".png", ".webp"]
  /// The names of files with album art in lower case, the most specific first.
  private static let fileNames = names.flatMap { name in
    fileExtensions.map { fileExtension in Array((name + fileExtension).utf8) }
  }

  private let known = Locked<[RawPath: FolderCover]>([:])
  /// The most recent art, because consecutive recordings are often in the same folder.
  private let last = Locked<RecordingCover.Found?>(nil)
  /// The resolved path of the library: a link to art is followed if its target is in the library.
  private let root: RawPath

  /// Creates a search in the folders of a library.
  init(of library: RawPath) { root = Environment.resolved(library) }

  /// Returns the art of a folder, without its bytes.
  func cover(in folder: RawPath, of library: borrowing Folder) -> FolderCover {
    let cover = known.withLock { known in known[folder] }
    if let cover { return cover }
    // Without the lock: two recordings of a folder may both look into it, and find the same.
    let found = search(folder, of: library)
    known.withLock { known in known[folder] = found }
    return found
  }

  /// Returns the first art of a folder that can be read.
  private func search(_ folder: RawPath, of library: borrowing Folder) -> FolderCover {
    var firstFault: FolderCover?
    for path in candidates(in: folder, of: library) {
      switch read(path, of: library) {
      case nil: continue
      case .success(let found)?: return FolderCover(path: path, digest: found.digest)
      case .failure(let fault)?:
        // Another file may be better; otherwise the first one's problem is reported.
        if firstFault == nil {
          firstFault = FolderCover(path: path, fault: fault)
        }
      }
    }
    return firstFault ?? FolderCover()
  }

  /// Returns the art of a folder with its bytes.
  func found(
    _ cover: FolderCover,
    of library: borrowing Folder
  ) -> Result<RecordingCover.Found, CoverFault>? {
    guard let path = cover.path else { return nil }
    let recent = last.withLock { $0 }
    // Base64 only with the second recording that shows it: most art of a scan is in PNG only.
    if let recent, recent.path == path { return .success(spelled(recent)) }
    let read = read(path, of: library) ?? .failure(.unreadable)
    if case .success(let found) = read {
      last.withLock { $0 = found }
    }
    return read
  }

  /// Returns art encoded in Base64, which the SVGs of all recordings in its folder share.
  private func spelled(_ found: RecordingCover.Found) -> RecordingCover.Found {
    guard found.digits == nil else { return found }
    var found = found
    found.digits = Base64.digits(of: found.art.bytes)
    last.withLock {
      if $0?.path == found.path {
        $0 = found
      }
    }
    return found
  }

  /// Returns the files named like art, the most likely first.
  private func candidates(in folder: RawPath, of library: borrowing Folder) -> [RawPath] {
    let names: [RawPath]
    do throws(SystemFailure) {
      names = try library.folder(folder.asFolder).names()
    } catch {
      // The crawl has already reported that the folder cannot be read.
      return []
    }
    var found: [(rank: Int, name: RawPath)] = []
    for name in names {
      let lowercase = name.bytes.map(\.asciiLowercased)
      if let rank = Self.rank(ofLowercase: lowercase) {
        found.append((rank, name))
      }
    }
    // Names that differ in case have the same rank: by the name itself, so that the order of a folder
    // on the disk decides nothing.
    found.sort { one, other in (one.rank, one.name) < (other.rank, other.name) }
    let ranked = found.map(\.name)
    // Beside a recording at the top of the library, whose path has no folder.
    if folder == "." { return ranked }
    return ranked.map(folder.appending)
  }

  /// Returns the rank of a lowercase name as art, 0 for the most likely; nil for other names.
  private static func rank(ofLowercase name: [UInt8]) -> Int? {
    if let rank = fileNames.firstIndex(of: name) { return rank }
    // Windows Media Player writes `AlbumArt_{…}_Large.jpg` and a small one.
    guard name.starts(with: "albumart_".utf8) else { return nil }
    func ends(with text: String) -> Bool {
      name.suffix(text.utf8.count).elementsEqual(text.utf8)
    }
    let fileExtension = fileExtensions.firstIndex { fileExtension in ends(with: fileExtension) }
    guard let fileExtension else { return nil }
    // A small one comes after all large ones.
    let rank = fileNames.count + fileExtension
    return ends(with: "_small.jpg") ? rank + fileExtensions.count : rank
  }

  /// Returns the picture in a file; nil if the path is not a file, or leads out of the library.
  private func read(
    _ path: RawPath,
    of library: borrowing Folder
  ) -> Result<RecordingCover.Found, CoverFault>? {
    do {
      let file = try library.open(path)
      let status = try file.status(path)
      guard status.kind == .file, isWithin(file) else { return nil }
      guard status.identity.size <= CoverArt.maximumBytes else { return .failure(.tooManyBytes) }
      let bytes = try file.read(Int(status.identity.size), path)
      return .success(.init(.folder, at: path, try CoverArt(bytes)))
    } catch let problem as CoverProblem {
      return .failure(CoverFault(problem))
    } catch let failure as SystemFailure {
      if failure.isMissing { return nil }
      return .failure(.unreadable)
    } catch {
      return .failure(.unreadable)
    }
  }

  /// Returns whether an open file is inside the library after resolving links.
  // Asked of the open file and not of its path, which somebody could replace by a link meanwhile: a
  // library from elsewhere must not put a picture from the home folder on a page.
  private func isWithin(_ file: borrowing Descriptor) -> Bool {
    let target = Environment.resolved(RawPath("/proc/self/fd/\(file.number)"))
    return target.steps.starts(with: root.steps)
  }
}

package struct FolderCover: Sendable, Equatable {
  /// The fingerprint of a folder without art.
  package static let nothing: UInt64 = 1

  var path: RawPath?
  var digest: ContentDigest?
  /// The reason why a file named like art cannot be shown.
  var fault: CoverFault?

  /// A number that changes with the art of the folder.
  var fingerprint: UInt64 {
    guard let path else { return Self.nothing }
    var facts = path.bytes + [0]
    if let digest {
      facts += digest.bytes
    }
    if let fault {
      facts.append(fault.rawValue)
    }
    // The numbers up to that one have a meaning of their own.
    return max(RecordingCover.largeArt + 1, StableHash.of(facts))
  }
}

import System
import Testing

/// The few files that may remove, replace or open for writing: all others ask these, which demand
/// proof that a file is ours.
@Suite struct WritingTests {
  /// The calls, and the files beneath `Sources` that may make them.
  private static let allowed: [String: Set<String>] = [
    // The wrappers of the kernel.
    "unlinkat": ["System/Folder.swift", "System/AtomicFile.swift"],
    "renameat": ["System/Folder.swift"],
    "mkdirat": ["System/Folder.swift"],
    // Without proof: the cache's own folder, and a temporary that was just made.
    "removeFile(": [
      "System/Folder.swift", "System/OwnedFile.swift", "Library/Memory/CacheFolder.swift",
      "Batch/Render/RenderSystem.swift",
    ],
    "removeFolder(": [
      "System/Folder.swift", "Batch/Output/OutputFolder.swift",
      "Library/Memory/CacheInventory.swift",
    ],
    ".rename(": ["System/AtomicFile.swift", "Library/Memory/CacheFolder.swift"],
    "O_CREAT": [
      "System/Folder.swift", "System/OutputLock.swift",
      "Batch/Output/RunJournal.swift",
      "Batch/Render/RenderSystem.swift", "Batch/Report/WorkflowReport.swift",
    ],
    "O_WRONLY": [
      "System/Folder.swift", "System/StandardStreams.swift",
      "Batch/Output/RunJournal.swift",
      "Batch/Render/RenderSystem.swift", "Batch/Report/WorkflowReport.swift",
    ],
    "O_RDWR": [
      "System/Folder.swift", "System/OutputLock.swift", "Batch/Render/RenderSystem.swift",
    ],
    "O_TRUNC": [],
    "utimensat": ["System/Folder.swift"],
    // Nothing may call these, which take a path or follow links.
    "unlink(": [], "rmdir(": [], "Glibc.remove": [], "Glibc.rename": [], "renameat2": [],
    " linkat(": [], "symlink(": [], "truncate(": [], "fopen(": [], "creat(": [], "mkstemp": [],
    "chmod(": [], "mknod": [], "copy_file_range": [],
    ".create(": [
      "System/AtomicFile.swift", "System/OutputLock.swift",
      "Library/Memory/CacheFolder.swift",
      "Batch/Output/RunJournal.swift", "Batch/Report/WorkflowReport.swift",
    ],
    // Files that replace others: each looks first at what is there.
    "AtomicFile(": [
      "System/AtomicFile.swift", "Library/Manifest/ManifestFile.swift",
      "Batch/Output/FileWriting.swift", "Batch/Page/PageFile.swift",
    ],
    "AtomicFile.write": ["Library/Manifest/PartFiles.swift", "Batch/Desktop/DesktopRun.swift"],
    "FileWriting(": ["Batch/Output/OutputFolder.swift", "Batch/Render/RenderPlace.swift"],
    "ManifestFile(": ["Batch/Scan/ScanEnding.swift", "Batch/Shards/JoinedParts.swift"],
    "OwnedFile.find(": [
      "System/StaleTemporaries.swift", "Library/Manifest/PartFiles.swift",
      "Library/Memory/CacheOwnership.swift", "Batch/Desktop/DesktopRun.swift",
      "Batch/Output/OutputFolder.swift", "Batch/Output/RunJournal.swift",
      "Batch/Output/OutputManifest.swift",
    ],
  ]

  @Test func `only few files remove, replace or open for writing`() throws {
    let sources = SourceRooms.repository.appending("Sources")
    let files = try SourceRooms.files(in: try Folder(at: sources), "")
    for (call, places) in Self.allowed {
      let found = files.filter { SourceRooms.withoutWords($0.1).contains(call) }
        .map { String(decoding: $0.0.bytes, as: UTF8.self) }
      #expect(Set(found) == places, "\(call)")
    }
  }
}

import Testing
import WavethumbSystem

/// Restricts calls that remove, replace or open files for writing to a few source files, which
/// check that a file is ours.
@Suite struct WritingTests {
  /// The calls, and the files below `Sources` that may make them.
  private static let allowed: [String: Set<String>] = [
    // System call wrappers.
    "unlinkat": ["System/Folder.swift", "System/AtomicFile.swift"],
    "renameat": ["System/Folder.swift"], " linkat(": ["System/Folder.swift"],
    "mkdirat": ["System/Folder.swift"],
    // No check needed: the cache's own folder, and new temporary files.
    "removeFile(": [
      "System/Folder.swift", "System/Ownership.swift", "Library/Cache/CacheFolder.swift",
    ],
    "removeFolder(": [
      "System/Folder.swift", "Batch/Output/OutputFolder.swift",
      "Library/Cache/CacheInventory.swift",
    ],
    ".rename(": ["System/AtomicFile.swift", "Library/Cache/CacheFolder.swift"],
    "O_CREAT": [
      "System/Folder.swift", "System/OutputLock.swift",
      "Batch/Output/RunFile.swift", "Batch/Report/WorkflowReport.swift",
    ],
    "O_WRONLY": [
      "System/Folder.swift", "System/StandardStreams.swift",
      "Batch/Output/RunFile.swift",
      "Batch/Render/RenderDestination.swift", "Batch/Report/WorkflowReport.swift",
    ],
    "O_RDWR": ["System/Folder.swift", "System/OutputLock.swift"],
    "O_TRUNC": [],
    "futimens": ["System/Descriptor.swift"],
    // Forbidden everywhere: these take a path or follow links.
    "unlink(": [], "rmdir(": [], "Glibc.remove": [], "Glibc.rename": [], "renameat2": [],
    "symlink(": [], "truncate(": [], "fopen(": [], "creat(": [], "mkstemp": [],
    "utimensat": [], "chmod(": ["System/OutputLock.swift"], "mknod": [], "copy_file_range": [],
    ".create(": [
      "System/AtomicFile.swift", "System/OutputLock.swift",
      "Library/Cache/CacheFolder.swift",
      "Batch/Output/RunFile.swift", "Batch/Report/WorkflowReport.swift",
    ],
    // Each of these checks the existing file before it is replaced.
    "AtomicFile(": [
      "System/AtomicFile.swift", "Library/Manifest/ManifestFile.swift",
      "Library/Ledger/LedgerFile.swift",
      "Batch/Output/OutputFolder.swift", "Batch/Page/PageFile.swift",
      "Batch/Render/RenderDestination.swift", "Batch/List/ReportFile.swift",
    ],
    "AtomicFile.write": ["Batch/Desktop/DesktopRun.swift", "Batch/Output/RunFile.swift"],
    "FileWriting(": ["Batch/Output/OutputFolder.swift", "Batch/Render/RenderDestination.swift"],
    "ManifestFile(": ["Batch/Scan/Run/ManifestCommit.swift"],
    "OwnedFile.find(": [
      "System/TemporaryName.swift", "Library/Manifest/PartFiles.swift",
      "Library/Cache/CacheOwnership.swift", "Library/Ledger/LedgerFile.swift",
      "Batch/Desktop/DesktopRun.swift",
      "Batch/Output/OutputFolder.swift", "Batch/Output/RunFile.swift",
      "Batch/Output/OutputManifest.swift",
    ],
  ]

  @Test func `only few files remove, replace or open for writing`() throws {
    let sources = SourceRooms.repository.appending("Sources")
    let files = try SourceRooms.files(in: try Folder(at: sources), "")
    for (call, allowedFiles) in Self.allowed {
      let found = files.filter { SourceRooms.withoutWords($0.1).contains(call) }
        .map { String(decoding: $0.0.bytes, as: UTF8.self) }
      #expect(Set(found) == allowedFiles, "\(call)")
    }
  }
}

public import Bytes
public import System

/// What a run keeps of one file for the next: enough to leave it alone without opening anything.
public struct RememberedFile: Sendable, Hashable {
  public var identity: FileIdentity
  /// The device of the folder the file lies in.
  public var folderDevice: UInt64
  public var digest: ContentDigest
  /// Meaning is the caller's: ok, failed, unsupported.
  public var status: UInt8
  /// Meaning is the caller's: truncated, silent.
  public var notes: UInt8
  /// The file was too new for its times to tell of a rewrite: look at its content before trusting this.
  public var isYoung: Bool
  /// Stands for the file beside it that its pictures show markers of; 0 where there is none.
  public var markers: UInt64
  /// Where the file's entry stands in the manifest.
  public var manifestEntry: Range<Int>

  public init(
    identity: FileIdentity, folderDevice: UInt64, digest: ContentDigest, status: UInt8,
    notes: UInt8 = 0, isYoung: Bool, markers: UInt64 = 0, manifestEntry: Range<Int>
  ) {
    self.identity = identity
    self.folderDevice = folderDevice
    self.digest = digest
    self.status = status
    self.notes = notes
    self.isYoung = isYoung
    self.markers = markers
    self.manifestEntry = manifestEntry
  }
}

/// What must be the same for anything remembered to hold.
public struct RunCircumstances: Sendable, Hashable {
  public var library: RawPath
  public var output: RawPath
  /// All that shapes pictures and measurements, as bytes of the caller's choice.
  public var settings: [UInt8]
  /// The versions of format and decoders, as bytes of the caller's choice.
  public var versions: [UInt8]
  /// The manifest that the remembered offsets point into.
  public var manifest: FileIdentity

  public init(
    library: RawPath, output: RawPath, settings: [UInt8], versions: [UInt8],
    manifest: FileIdentity
  ) {
    self.library = library
    self.output = output
    self.settings = settings
    self.versions = versions
    self.manifest = manifest
  }
}

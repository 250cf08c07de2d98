import System

/// The command line and environment of ffmpeg; no shell is used.
struct FFmpegPlan {
  let path: RawPath
  let words: [String]
  let sandbox: FFmpegSandbox
  var processorSeconds: UInt64 = 3600
}

extension FFmpegPlan {
  /// Decodes the first audio stream of standard input to uncompressed samples.
  ///
  /// Writing in batches saves a fifth, but if the sample format changes, ffmpeg loses a batch.
  init(decodingWith path: RawPath, sandbox: FFmpegSandbox, hours: Double, inBatches: Bool) {
    self.init(
      path: path, words: Self.reading + (inBatches ? Self.writingBatches : Self.writing),
      sandbox: sandbox)
    // The slowest decoder needs less than a tenth of the recording's duration.
    processorSeconds = UInt64(min(max(hours, 0) * 360, 1e9)) + 60
  }

  /// Playlists refer to other files, so only containers with their own audio are opened.
  private static let formats = [
    "mov", "matroska", "asf", "asf_o", "avi", "flv", "live_flv", "mpeg", "mpegts", "mpegvideo",
    "rm", "ogg", "nut", "wtv", "mxf", "gxf", "dv", "ape", "wv", "mpc", "mpc8", "tta", "tak", "shn",
    "aac", "loas", "ac3", "eac3", "truehd", "mlp", "dts", "dtshd", "amr", "amrnb", "amrwb", "qcp",
    "ilbc", "gsm", "dsf", "iff", "oma", "aa", "aax", "caf", "flac", "mp3", "wav", "w64", "aiff",
    "au", "voc", "xwma", "vqf", "adx", "bit", "g722", "libopenmpt", "libgme", "optimfrog",
  ]

  private static let reading = [
    "-nostdin", "-hide_banner", "-v", "error", "-threads", "1", "-vn", "-sn", "-dn",
    "-protocol_whitelist", "file,pipe", "-format_whitelist", formats.joined(separator: ","),
    // The kernel's name of standard input, so that ffmpeg never gets the name of a recording.
    "-i", "file:/proc/self/fd/0",
    "-map", "0:a:0", "-map_chapters", "-1", "-vn", "-sn", "-dn", "-threads", "1",
  ]

  // AAC frames are small, and each one costs an iteration of ffmpeg and a write that wakes a
  // worker.
  private static let writingBatches = [
    "-af", "asetnsamples=n=8192:p=0", "-c:a", "pcm_f32le", "-f", "wav", "-avioflags", "direct",
    "pipe:1",
  ]
  private static let writing = ["-c:a", "pcm_f32le", "-f", "wav", "-flush_packets", "0", "pipe:1"]

  /// The environment of ffmpeg, without the user's variables.
  var environment: [RawPath] {
    var environment: [RawPath] = ["PATH=/usr/bin:/bin", "LC_ALL=C", "MALLOC_ARENA_MAX=2"]
    if let libraries = Environment.value("LD_LIBRARY_PATH") {
      environment.append(RawPath(bytes: Array("LD_LIBRARY_PATH=".utf8) + libraries.bytes))
    }
    return environment
  }
}

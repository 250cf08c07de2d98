import Glibc
import WavethumbSystem

/// The command line, the environment and the sandbox of ffmpeg.
struct FFmpegPlan {
  let path: RawPath
  let arguments: [String]
  let sandbox: FFmpegSandbox
  var processorSeconds: UInt64 = 3600
}

extension FFmpegPlan {
  /// Decodes the first audio stream of the input to a WAV stream of unknown length.
  ///
  /// WAV is the plainest stream with sample rate, channels and tags in its head: all after it is
  /// samples.
  init(decodingWith path: RawPath, sandbox: FFmpegSandbox, hours: Double) {
    let reading = Self.reading + ["-i", Self.inputPath]
    let arguments = ["-nostdin", "-hide_banner", "-v", "error"] + reading + Self.writing
    self.init(path: path, arguments: arguments, sandbox: sandbox)
    // The slowest decoder needs less than a tenth of the recording's duration: 360 s an hour. A minute
    // more for the start, and for what a short recording needs.
    processorSeconds = UInt64(min(max(hours, 0) * 360, 1e9)) + 60
  }

  /// The path by which ffmpeg opens its input, so that it never gets the name of a file.
  static let inputPath = "file:/proc/self/fd/0"

  /// Playlists refer to other files, so only containers with their own audio are opened.
  // A list of what is allowed and not of what is forbidden, because new versions add formats.
  private static let formats = [
    "mov", "matroska", "asf", "asf_o", "avi", "flv", "live_flv", "mpeg", "mpegts", "mpegvideo",
    "rm", "ogg", "nut", "wtv", "mxf", "gxf", "dv", "ape", "wv", "mpc", "mpc8", "tta", "tak", "shn",
    "aac", "loas", "ac3", "eac3", "truehd", "mlp", "dts", "dtshd", "amr", "amrnb", "amrwb", "qcp",
    "ilbc", "gsm", "dsf", "iff", "oma", "aa", "aax", "caf", "flac", "mp3", "wav", "w64", "aiff",
    "au", "voc", "xwma", "vqf", "adx", "bit", "g722", "libopenmpt", "libgme", "optimfrog",
  ]

  // One thread, because as many recordings are decoded at once as there are processors.
  private static let reading = [
    "-threads", "1", "-vn", "-sn", "-dn", "-protocol_whitelist", "file,pipe", "-format_whitelist",
    formats.joined(separator: ","),
  ]

  // The first stream of sound only: the others are often another language or a commentary. Chapters
  // are read by `MP4Chapters`, since WAV cannot carry them, and floats keep what exceeds full scale.
  private static let writing = [
    "-map", "0:a:0", "-map_chapters", "-1", "-vn", "-sn", "-dn", "-threads", "1",
    "-c:a", "pcm_f32le", "-f", "wav",
    // Each write wakes a worker.
    "-flush_packets", "0", "-blocksize", "262144", "pipe:1",
  ]

  /// The environment of ffmpeg, without the user's variables.
  // `LC_ALL`, because messages are recognized by their English text; fewer arenas of the allocator,
  // because each reserves address space, which is limited.
  var environment: [RawPath] {
    var environment: [RawPath] = ["PATH=/usr/bin:/bin", "LC_ALL=C", "MALLOC_ARENA_MAX=2"]
    if let libraries = Environment.value("LD_LIBRARY_PATH") {
      environment.append(RawPath(bytes: Array("LD_LIBRARY_PATH=".utf8) + libraries.bytes))
    }
    return environment
  }
}

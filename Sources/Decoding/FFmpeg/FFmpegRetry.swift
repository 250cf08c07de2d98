/// When ffmpeg decodes a recording after our libraries.
package enum FFmpegRetry: Sendable {
  case never
  case unsupported
  case unsupportedOrDamaged
}

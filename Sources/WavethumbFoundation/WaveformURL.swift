public import Foundation
public import Wavethumb

extension Waveform {
  /// Decodes and measures the recording of a file URL in a sandboxed worker process.
  public init(
    contentsOf url: URL,
    options: Options = Options()
  ) async throws(WaveformError) {
    try await self.init(contentsOf: url.path(percentEncoded: false), options: options)
  }

  /// Decodes and measures a recording in memory, in a sandboxed worker process.
  public init(_ data: Data, options: Options = Options()) async throws(WaveformError) {
    try await self.init([UInt8](data), options: options)
  }
}

extension WaveformError: LocalizedError {
  /// The whole message, with the cure.
  public var errorDescription: String? { description }
  /// The cause alone.
  public var failureReason: String? { cause }
  /// The cure alone.
  public var recoverySuggestion: String? { cure }
}

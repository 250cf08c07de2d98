import Bytes
import Codecs

/// The size of a picture that a worker has read; its pixels are sent before the answer, row by row.
struct PixelsAnswer: ByteCoded, Equatable {
  /// The size, or nil if the file is not a valid picture.
  var size: (width: Int, height: Int)?

  static func == (one: PixelsAnswer, other: PixelsAnswer) -> Bool {
    one.size?.width == other.size?.width && one.size?.height == other.size?.height
  }

  /// Reads a PNG and emits its pixels as premultiplied RGBA.
  static func read(
    _ descriptor: CInt, factor: Int, emit: @escaping (DecodeEvent) -> Void
  ) -> Result<PixelsAnswer, DecodeFailure> {
    let file: [UInt8]
    do throws(AudioFailure) {
      file = try ByteSource(descriptor: descriptor).all(atMost: CoverArt.mostBytes)
    } catch {
      return .failure(.audio(error))
    }
    var waiting: [UInt8] = []
    do throws(PNGFailure) {
      let size = try PNGReduction.reduce(
        file, factor: factor, mostPixels: CoverArt.mostPixels
      ) { row in
        waiting += row
        guard waiting.count >= 32 << 10 else { return }
        emit(.bytes(waiting))
        waiting.removeAll(keepingCapacity: true)
      }
      emit(.bytes(waiting))
      return .success(PixelsAnswer(size: size))
    } catch {
      switch error {
      case .outOfMemory: return .failure(WorkerSandbox.outOfMemory)
      case .refused, .tooLarge, .wrongSize, .stopped: return .success(PixelsAnswer(size: nil))
      }
    }
  }

  func append(to writer: inout ByteWriter) {
    writer.append(size != nil)
    if let size { writer.append(all: size.width, size.height) }
  }

  init(size: (width: Int, height: Int)?) {
    self.size = size
  }

  init(from reader: inout ByteReader) throws(MalformedBytes) {
    size = try reader.optional { reader throws(MalformedBytes) in
      let width = try reader.count(in: 1...CoverArt.mostPixels)
      return (width, try reader.count(in: 1...CoverArt.mostPixels / width))
    }
  }
}

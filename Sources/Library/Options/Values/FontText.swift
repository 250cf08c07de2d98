package import Raster
import System

/// A font as options name it: the file is read at once, so that a wrong one is told before any
/// work.
extension OptionText {
  package func typeface() throws(ValueProblem) -> Typeface {
    let path = RawPath(bytes: try path())
    do {
      return Typeface(font: try OutlineFont(Self.bytes(of: path)))
    } catch let failure as FontFailure {
      throw .notAFont(failure)
    } catch let failure as SystemFailure {
      throw .unreadable(errno: failure.errno)
    } catch {
      throw .notAFont(.notAFont)
    }
  }

  private static func bytes(of path: RawPath) throws -> [UInt8] {
    let file = try Folder(at: ".").open(path)
    guard try file.status(path).kind == .file else { throw FontFailure.notAFont }
    let bytes = try file.read(OutlineFont.mostBytes + 1, path)
    guard bytes.count <= OutlineFont.mostBytes else { throw FontFailure.notAFont }
    return bytes
  }
}

import Glibc

/// Runs libFuzzer: the first byte of each input selects a parser, which reads the rest.
@main enum ParserFuzzing {
  static func main() {
    var count = CommandLine.argc
    var arguments = unsafe CommandLine.unsafeArgv
    let status = unsafe runDriver(&count, &arguments) { start, count in
      let bytes = unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
      // One program for all parsers, so that inputs found for one are tried with the others.
      guard let choice = bytes.first else { return 0 }
      Parser.all[Int(choice) % Parser.all.count](Array(bytes.dropFirst()))
      return 0
    }
    exit(status)
  }
}

/// Corresponds to `LLVMFuzzerRunDriver`.
// Declared by its symbol, as no header declares it for Swift.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ callback: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

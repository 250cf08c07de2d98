// Fields of headers in test files. All names are of the bytes' order in the file.

/// Returns the bytes of a number, the highest first.
func bigEndian(_ number: Int, bytes count: Int = 4) -> [UInt8] {
  (0..<count).reversed().map { index in UInt8(truncatingIfNeeded: number >> (8 * index)) }
}

/// Returns the bytes of a number, the lowest first.
func littleEndian(_ number: Int, bytes count: Int = 4) -> [UInt8] {
  bigEndian(number, bytes: count).reversed()
}

func zeros(_ count: Int) -> [UInt8] {
  [UInt8](repeating: 0, count: count)
}

/// Returns the bytes of fields that follow each other.
func fields(_ fields: [UInt8]...) -> [UInt8] {
  Array(fields.joined())
}

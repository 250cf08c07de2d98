/// The length, if known before decoding.
enum DeclaredLength: Equatable {
  case unknown
  /// The header declares the number.
  case claimed(Int)
  /// The number is counted from the bytes of the file.
  case counted(Int)

  var frames: Int? {
    switch self {
    case .unknown: nil
    case .claimed(let frames), .counted(let frames): frames
    }
  }
}

// The compiler stores the length of this file's path in the check that the closure does not escape.
// This line makes it the same in every folder, and the package reproducible.
#sourceLocation(file:"lend",line:4)

/// Lends a closure to a decoder in this process, until it ends.
func lend<Answer>(
  _ emit: (DecodeEvent) -> Void,
  to decode: (_ emit: @escaping (DecodeEvent) -> Void) -> Answer
) -> Answer {
  withoutActuallyEscaping(emit) { decode($0) }
}

#sourceLocation()

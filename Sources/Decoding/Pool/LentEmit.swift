// The compiler writes the length of this file's path into the check that nothing escapes. By this
// line it is the same in every folder wavethumb is built in, and so are the bytes of the package.
#sourceLocation(file:"lend",line:4)

/// Lends a closure to a decoder in this process, which keeps it until it ends.
func lend<Event, Answer>(
  _ emit: (Event) -> Void, to decode: (_ emit: @escaping (Event) -> Void) -> Answer
) -> Answer {
  withoutActuallyEscaping(emit) { decode($0) }
}

#sourceLocation()

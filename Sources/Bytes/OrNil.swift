/// Returns the value of an expression, or nil if it throws: for failures that mean absence.
package func orNil<Value: ~Copyable>(_ value: @autoclosure () throws -> Value) -> Value? {
  do { return try value() } catch { return nil }
}

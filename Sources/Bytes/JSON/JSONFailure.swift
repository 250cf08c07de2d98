/// A syntax error and its byte offset.
package struct JSONFailure: Error, Sendable, Equatable {
  package enum Reason: Sendable {
    case unexpected, unexpectedEnd, tooDeep, badNumber, badEscape, controlCharacter
    case stopped
  }

  package let reason: Reason
  package let offset: Int
}

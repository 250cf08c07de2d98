/// Bytes that are not the encoding of the expected value.
package struct MalformedBytes: Error {
  package init() {}
}

/// An operation on the thumbnailer registration.
package enum DesktopAction: String, CaseIterable, Sendable {
  case enable, disable, status
}

/// A mistake in an audiowaveform command line; the message is in `AudiowaveformText`.
package enum AudiowaveformMistake: Error, Sendable, Equatable {
  case unknownOption([UInt8])
  case missingValue(String)
  case badValue(String, [UInt8])
  case noInput, noOutput
  case unknownForm([UInt8])
  case exclusive(String, String)
  case zoomTooSmall
  case rawNeeds(String)
  case endBeforeStart
  case outputIsInput([UInt8])
  case pictureTooLarge(width: Int, height: Int, maximum: Int)
}

/// The next frames of a recording, decoded or lost in a gap; no frames at the end.
struct DecodedBlock {
  var frames = 0
  var isGap = false
}

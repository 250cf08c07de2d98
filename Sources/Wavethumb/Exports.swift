// One import is enough: a picture takes a style and a size of `Thumbnails`, a color of `Raster`, and
// shows a summary of `Waveform`. `Decoding` has `WorkerProcess`, which a program calls first.
@_exported public import Decoding
@_exported public import Raster
@_exported public import Thumbnails
@_exported public import Waveform

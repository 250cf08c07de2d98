import Glibc
import Raster
import Thumbnails

func ripple(in scene: WaveformScene) -> Mark {
  let shape = WaveFormShape(range: -1...1, steps: 300) { x in cos(9 * x) * (1 - x * x) }
  return scene.mark(.outline(shape.stroke(in: scene.frame, width: 3 * scene.scale)))
}

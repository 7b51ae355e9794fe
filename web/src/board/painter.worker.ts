/** The painter of the map: paints away from the page, so that the hand never waits for it. */
import { paint, type FromPainter, type Picture, type ToPainter } from './painting'
import type { AreaDrawing, HexDrawing } from './scene'

let map: HexDrawing | AreaDrawing | null = null

addEventListener('message', ({ data }: MessageEvent<ToPainter>) => {
  if ('map' in data) {
    map = data.map
    return
  }
  const { job } = data
  const [width, height] = [Math.max(1, Math.round(job.window.width * job.ratio)), Math.max(1, Math.round(job.window.height * job.ratio))]
  const pictures: Picture[] = []
  for (const part of map ? job.parts : []) {
    const canvas = new OffscreenCanvas(width, height)
    const c = canvas.getContext('2d', { alpha: part !== 'ground' && part !== 'backdrop' })!
    paint(c, part, map!, job)
    pictures.push({ part, bitmap: canvas.transferToImageBitmap() })
  }
  const answer: FromPainter = { window: job.window, pictures }
  postMessage(answer, { transfer: pictures.map(({ bitmap }) => bitmap) })
})

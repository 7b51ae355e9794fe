/** The painter of the map: paints away from the page, so that the hand never waits for it. */
import { mapFaces, offer } from '../fonts'
import { paint, type FromPainter, type Picture, type ToPainter } from './painting'
import type { AreaDrawing, HexDrawing } from './scene'

let map: HexDrawing | AreaDrawing | null = null
/** Whether the faces of the names are here. */
let canWrite = false

addEventListener('message', ({ data }: MessageEvent<ToPainter>) => {
  if ('map' in data) {
    map = data.map
    return
  }
  const { job } = data
  const [width, height] = [Math.max(1, Math.round(job.window.width * job.ratio)), Math.max(1, Math.round(job.window.height * job.ratio))]
  const pictures: Picture[] = []
  for (const part of map ? job.parts : []) {
    if (part === 'letters' && !canWrite) continue
    const canvas = new OffscreenCanvas(width, height)
    const c = canvas.getContext('2d', { alpha: part !== 'ground' && part !== 'backdrop' })!
    paint(c, part, map!, job)
    pictures.push({ part, bitmap: canvas.transferToImageBitmap() })
  }
  const answer: FromPainter = { window: job.window, pictures }
  postMessage(answer, { transfer: pictures.map(({ bitmap }) => bitmap) })
})

/**
 * A thread of its own has faces of its own. The map does not wait for them: the names on it do, for as long as a face may
 * take to come, because a canvas that has once written in another face keeps it.
 */
const PATIENCE = 3000
const here = globalThis as unknown as { fonts?: FontFaceSet }
const faces = here.fonts ? mapFaces() : []
if (here.fonts) offer(here.fonts, faces)
const late = new Promise((done) => setTimeout(done, PATIENCE))
void Promise.race([late, Promise.allSettled(faces.map((one) => one.load()))]).then(() => {
  canWrite = true
  const answer: FromPainter = { window: null }
  postMessage(answer)
})

/** The two faces that come with the client, so that the look does not depend on the machine: for the page and for the painter. */
import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import loraBold from '@fontsource/lora/files/lora-latin-700-normal.woff2?url'
import loraItalic from '@fontsource/lora/files/lora-latin-400-italic.woff2?url'
import lora from '@fontsource/lora/files/lora-latin-400-normal.woff2?url'

const face = (family: string, url: string, weight: string, style = 'normal'): FontFace => new FontFace(family, `url(${url})`, { weight, style, display: 'swap' })

/** Text of the page. It is fetched when something is written in it, and swapped in. */
export const pageFaces = (): FontFace[] => [face('Inter', inter, '100 900'), face('Lora', loraBold, '700')]
/** Names on the map; the few of cities are made bold by whoever paints them, for a face of their own weighs as much as all others. */
export const mapFaces = (): FontFace[] => [face('Lora', lora, '400'), face('Lora', loraItalic, '400', 'italic')]

/** Make faces known to whoever draws with them. */
export function offer(fonts: FontFaceSet, faces: readonly FontFace[]): void {
  for (const one of faces) fonts.add(one)
}

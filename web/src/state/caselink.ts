/** A case file inside a link: packed behind the `#`, so that no server but ours ever reads it. */

/** Longer links are cut short by some programs: then the file itself is handed on. */
export const LONGEST_LINK = 12_000
const MARK = 'v1.'

async function piped(bytes: Uint8Array<ArrayBuffer>, through: CompressionStream | DecompressionStream): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(through as ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>)
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

export async function packed(text: string): Promise<string> {
  const bytes = await piped(new TextEncoder().encode(text), new CompressionStream('deflate'))
  let letters = ''
  for (const byte of bytes) letters += String.fromCharCode(byte)
  return MARK + btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** The file of a link; null where the link was cut short or changed. */
export async function unpacked(part: string): Promise<string | null> {
  if (!part.startsWith(MARK)) return null
  try {
    const letters = atob(part.slice(MARK.length).replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(await piped(bytes, new DecompressionStream('deflate')))
  } catch {
    return null
  }
}

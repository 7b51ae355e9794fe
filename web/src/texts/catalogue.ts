/** Messages with parameters, rendered to parts: plain text and links to things of the game. */
import { IntlMessageFormat } from 'intl-messageformat'
import type { Id, Param, Params, Ref } from '../api/types'

export type Part = { text: string; ref?: Ref }
export type Names = (of: string, id: Id) => string | undefined

/** Whole numbers; what begins with a zero is a label, such as hex 0103. */
const INTEGER = /^-?(0|[1-9]\d{0,14})$/
const BARE = ['', 'seat', 'verb', 'arg', 'word', 'field', 'bot', 'kind', 'economy']

const isRef = (value: unknown): value is Ref => typeof value === 'object' && value !== null && 'of' in value && 'id' in value

/** A Ref, or several, inside a message: kept as an object through formatting; in a select it stands for its id. */
class Things {
  constructor(readonly refs: Ref[]) {}
  toString(): string {
    return this.refs.map((ref) => String(ref.id)).join()
  }
}

export class Catalogue {
  private readonly compiled = new Map<string, IntlMessageFormat | null>()
  private readonly lists: Intl.ListFormat

  constructor(
    readonly lang: string,
    private readonly messages: Record<string, string>,
    private readonly names: Names = () => undefined,
  ) {
    this.lists = new Intl.ListFormat(lang, { type: 'conjunction' })
  }

  has(key: string): boolean {
    return key in this.messages
  }

  /** The messages under a prefix without what fills them in: a menu of kinds, not of things. */
  gists(prefix: string): { id: string; text: string }[] {
    const found = Object.entries(this.messages).filter(([key]) => key.startsWith(prefix))
    return found.map(([key, text]) => ({ id: key.slice(prefix.length), text: gist(text) })).sort((a, b) => a.text.localeCompare(b.text, this.lang))
  }

  /** What a thing is called: the catalogue's word, the scenario's name, or the bare id. */
  name(of: string, id: Id): string {
    if (of === 'seat') {
      const title = this.names(of, id)
      if (title) return title
    }
    const key = `${of}.${id}`
    if (key in this.messages) return this.text(key)
    const known = this.names(of, id)
    if (known !== undefined) return this.reworded(of, known)
    if (of === 'step') return humanised(String(id).split('.').at(-1) ?? '')
    return BARE.includes(of) || !INTEGER.test(String(id)) ? humanised(String(id)) : `${humanised(of)} ${id}`
  }

  /** A printed name in the reader's words, where the catalogue has them: of a name with a number, its first part. */
  private reworded(of: string, printed: string): string {
    const cut = printed.lastIndexOf(' ')
    for (const [name, rest] of [[printed, ''], [printed.slice(0, cut), printed.slice(cut)]] as const) {
      const key = `named.${of}.${name}`
      if (key in this.messages) return this.text(key) + rest
    }
    return printed
  }

  /** An argument as a question names it, with its article where the game gives one: "choose a ship". */
  asked(arg: string): string {
    const own = `asked.${arg}`
    return this.has(own) ? this.text(own) : this.name('arg', arg).toLocaleLowerCase(this.lang)
  }

  text(key: string, params: Params = {}): string {
    return this.parts(key, params).map((part) => part.text).join('')
  }

  /** A message as parts; without one, the key made readable and the parameters behind it. */
  parts(key: string, params: Params = {}): Part[] {
    const message = this.message(key)
    if (!message) return this.bare(key, params)
    const values: Record<string, unknown> = {}
    for (const [name, value] of Object.entries(params)) values[name] = POINTS.has(name) ? inHalves(value) : plain(value)
    try {
      return message
        .formatToParts(new Proxy(values, missing) as Record<string, string>)
        .flatMap(({ value }: { value: unknown }) => (value instanceof Things ? this.things(value.refs) : [{ text: String(value) }]))
    } catch {
      return this.bare(key, params)
    }
  }

  /** Things by their names, those that are called alike counted. */
  list(refs: Ref[]): string {
    return refs.length ? this.things(refs).map((part) => part.text).join('') : ''
  }

  private things(refs: Ref[]): Part[] {
    const links = alike(refs.map((ref) => this.link(ref)))
    if (links.length === 1) return links
    return this.lists.formatToParts(links.map((_, i) => String(i))).map((part) =>
      part.type === 'element' ? links[Number(part.value)]! : { text: part.value },
    )
  }

  private link(ref: Ref): Part {
    return { text: this.name(ref.of, ref.id), ref }
  }

  private message(key: string): IntlMessageFormat | null {
    let found = this.compiled.get(key)
    if (found === undefined) {
      const source = this.messages[key]
      try {
        found = source === undefined ? null : new IntlMessageFormat(source, this.lang, undefined, { ignoreTag: true })
      } catch {
        found = null
      }
      this.compiled.set(key, found)
    }
    return found
  }

  private bare(key: string, params: Params): Part[] {
    const parts: Part[] = [{ text: humanised(key.split('.').slice(1).join(' ') || key) }]
    for (const value of Object.values(params)) {
      for (const one of Array.isArray(value) ? value : [value]) {
        parts.push({ text: ' ' }, isRef(one) ? { text: this.name(one.of, one.id), ref: one } : { text: String(one) })
      }
    }
    return parts
  }
}

/** A message with dots where something would be filled in. */
export function gist(source: string): string {
  let depth = 0
  let text = ''
  for (const sign of source) {
    if (sign === '{' && depth++ === 0) text += '…'
    else if (sign === '}') depth--
    else if (depth === 0) text += sign
  }
  return text
}

/** Things with the same name are counted: "5 × Infantry". */
function alike(links: Part[]): Part[] {
  const found = new Map<string, { link: Part; count: number }>()
  for (const link of links) {
    const known = found.get(link.text)
    if (known) known.count++
    else found.set(link.text, { link, count: 1 })
  }
  return [...found.values()].map(({ link, count }) => (count > 1 ? { ...link, text: `${count} × ${link.text}` } : link))
}

const GLYPHS: Record<string, string> = { '1/2': '½', '1/3': '⅓', '2/3': '⅔', '1/6': '⅙', '5/6': '⅚' }
/** Movement points that the log writes as a fraction: 7/2 is three and a half, 6 1/3 is six and a third. */
const POINTS = new Set(['spent', 'need', 'left'])
function inHalves(value: Param): unknown {
  const mixed = typeof value === 'string' ? /^(?:(\d+) )?(\d\/\d)$/.exec(value) : null
  if (mixed && GLYPHS[mixed[2]!]) return `${mixed[1] ?? ''}${GLYPHS[mixed[2]!]}`
  const halves = typeof value === 'string' ? /^(\d+)\/2$/.exec(value)?.[1] : undefined
  return halves ? `${Number(halves) > 1 ? Math.floor(Number(halves) / 2) : ''}½` : plain(value)
}

function plain(value: Param): unknown {
  if (Array.isArray(value)) return new Things(value)
  if (isRef(value)) return new Things([value])
  return typeof value === 'string' && INTEGER.test(value) ? Number(value) : value
}

const missing: ProxyHandler<Record<string, unknown>> = {
  has: () => true,
  get: (values, name) => (typeof name === 'string' && !(name in values) ? `⟨${name}⟩` : values[name as string]),
  getOwnPropertyDescriptor: (values, name) => ({ configurable: true, enumerable: true, value: values[name as string] }),
}

/** `combat_move` as words: "Combat move". */
export function humanised(word: string): string {
  const spaced = word.replaceAll('_', ' ').replaceAll('.', ' ')
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

const VOICE = /[.?!:](\s|$)/
const SENTENCE = /[.?!](\s|$)/

/** The first sentence as a whole, for something else to follow it. */
export const firstSentence = (parts: Part[]): Part[] => cut(parts, SENTENCE)[0]

/** Imperative first, the rest in second ink: the prompt's two voices. */
export const sentences = (parts: Part[]): [Part[], Part[]] => cut(parts, VOICE)

function cut(parts: Part[], ends: RegExp): [Part[], Part[]] {
  const first: Part[] = []
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i]!
    const end = part.ref ? -1 : part.text.search(ends)
    if (end < 0) {
      first.push(part)
      continue
    }
    first.push({ text: part.text.slice(0, end + 1) })
    const rest = part.text.slice(end + 1).trimStart()
    return [first, [...(rest ? [{ text: rest }] : []), ...parts.slice(i + 1)]]
  }
  return [first, []]
}

/** Who is here, in which language and dress; the words of the product. */
import { api, ApiError } from '../api/client'
import type { Me, Params } from '../api/types'
import en from '../locale/en.json'
import { Catalogue, type Names, type Part } from '../texts/catalogue'
import { wear, type Theme } from '../tokens'

export type Lang = 'en' | 'it'
export type ThemeChoice = 'auto' | Theme
export type MotionChoice = 'auto' | 'reduce' | 'full'

const OWN: Record<Lang, () => Promise<Record<string, string>>> = {
  en: async () => en,
  // Cut off from the server, English is at hand.
  it: () => import('../locale/it.json').then((found) => found.default, () => en),
}

function stored<T extends string>(key: string, allowed: readonly T[], otherwise: T): T {
  try {
    const found = localStorage.getItem(`sandtable.${key}`) as T | null
    return found && allowed.includes(found) ? found : otherwise
  } catch {
    return otherwise
  }
}
function store(key: string, value: string): void {
  try {
    localStorage.setItem(`sandtable.${key}`, value)
  } catch {
    /* a browser that keeps nothing still plays */
  }
}

/** Kinds of problems that have as many reasons as there are rules of the house. */
const SAID: readonly string[] = ['conflict', 'forbidden', 'not_found', 'too_costly']

const matches = (query: string): boolean => typeof matchMedia === 'function' && matchMedia(query).matches

class Session {
  me = $state.raw<Me | null>(null)
  lang = $state<Lang>('en')
  themeChoice = $state<ThemeChoice>('auto')
  motionChoice = $state<MotionChoice>('auto')
  words = $state.raw(new Catalogue('en', en))
  offline = $state(false)
  /** Whether phases with nothing to do pass by themselves. */
  passes = $state(true)
  private osDark = $state(false)
  private osStill = $state(false)

  readonly theme = $derived<Theme>(this.themeChoice === 'auto' ? (this.osDark ? 'dark' : 'light') : this.themeChoice)
  readonly still = $derived(this.motionChoice === 'auto' ? this.osStill : this.motionChoice === 'reduce')

  async open(): Promise<void> {
    this.themeChoice = stored('theme', ['auto', 'light', 'dark'], 'auto')
    this.motionChoice = stored('motion', ['auto', 'reduce', 'full'], 'auto')
    this.passes = stored('passes', ['yes', 'no'], 'yes') === 'yes'
    this.osDark = matches('(prefers-color-scheme: dark)')
    this.osStill = matches('(prefers-reduced-motion: reduce)')
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', (e) => (this.osDark = e.matches))
    matchMedia('(prefers-reduced-motion: reduce)').addEventListener('change', (e) => (this.osStill = e.matches))
    this.dress()
    const preferred: Lang = navigator.language.startsWith('it') ? 'it' : 'en'
    await this.speak(stored('lang', ['en', 'it'], preferred), false)
    try {
      this.me = await api.me()
      this.offline = false
    } catch {
      this.offline = true
    }
  }

  dress(): void {
    wear(this.theme)
    document.documentElement.dataset.motion = this.still ? 'reduce' : 'full'
  }

  async speak(lang: Lang, tell = true): Promise<void> {
    this.words = await this.catalogue(lang)
    this.lang = lang
    document.documentElement.lang = lang
    if (!tell) return
    store('lang', lang)
    if (this.me?.account && this.me.mode === 'club') await api.patchMe({ language: lang }).catch(() => undefined)
  }

  /** The product's words, a game's own and ours, in one catalogue. */
  async catalogue(lang: Lang, game = '', names?: Names): Promise<Catalogue> {
    const [own, served] = await Promise.all([OWN[lang](), api.locale(lang, game).catch(() => ({ messages: {} }))])
    return new Catalogue(lang, { ...own, ...served.messages }, names)
  }

  setTheme(choice: ThemeChoice): void {
    this.themeChoice = choice
    store('theme', choice)
    this.dress()
  }

  setPasses(passes: boolean): void {
    this.passes = passes
    store('passes', passes ? 'yes' : 'no')
  }

  setMotion(choice: MotionChoice): void {
    this.motionChoice = choice
    store('motion', choice)
    this.dress()
  }

  /** What is wrong: where the server says it of this very case, in its words, which are in our language. */
  readonly wrong = (problem: unknown): string => {
    if (!(problem instanceof ApiError)) return this.t('problem.internal')
    const { code, text } = problem.problem
    if (!SAID.includes(code) && this.words.has(`ui.problem.${code}`)) return this.t(`problem.${code}`)
    return text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? '' : '.')
  }

  readonly t = (key: string, params: Params = {}): string => this.words.text(`ui.${key}`, params)
  readonly parts = (key: string, params: Params = {}): Part[] => this.words.parts(`ui.${key}`, params)
  readonly said = (words: Readonly<Record<string, string>> | undefined): string => words?.[this.lang] ?? words?.en ?? ''
}

export const session = new Session()

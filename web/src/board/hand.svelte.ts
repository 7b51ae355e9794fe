/** What hands and keys do on the board: pick pieces and places, fan stacks, drag, move the cursor. */
import { session } from '../state/session.svelte'
import type { Table } from '../state/table.svelte'
import type { Chip } from './chips'
import { neighbourIn, placeUnder } from './picking'
import { anchorOf, type Piece } from './scene'
import type { Stage } from './stage.svelte'

const ARROWS: Record<string, number> = { ArrowUp: -90, ArrowDown: 90, ArrowLeft: 180, ArrowRight: 0, Home: -150, End: 30 }
/** How long a pointer rests on a stack before it fans out, and how far a press goes before it is a drag. */
const LINGER = 600
const PULL = 8

export const isHandle = (target: EventTarget | null): boolean => target instanceof Element && target.closest('[data-lit]') !== null

export class Hand {
  /** The place of the keyboard's cursor, and whether it was moved by key. */
  cursor = $state('')
  keyed = $state(false)
  fanned = $state('')
  private lingering = 0
  private lastTab = ''
  private drag: { piece: Piece; x: number; y: number; on: boolean } | null = null

  constructor(
    private readonly table: Table,
    private readonly stage: Stage,
    private readonly host: () => HTMLElement,
    /** Where on the screen something was asked, for whatever opens beside it. */
    private readonly onat: (x: number, y: number) => void,
    /** The place whose name is written at a point, in px of the zoom. */
    private readonly named: (x: number, y: number) => string,
  ) {}

  private get answer() {
    return this.table.answer
  }

  private local(event: MouseEvent): [number, number] {
    const box = this.host().getBoundingClientRect()
    return [event.clientX - box.left, event.clientY - box.top]
  }

  private under(event: MouseEvent): string {
    const [x, y] = this.local(event)
    const { shot, map } = this.stage
    return this.named(x - shot.x, y - shot.y) || placeUnder(map, (x - shot.x) / shot.k, (y - shot.y) / shot.k)
  }

  private isLit(piece: Piece): boolean {
    return this.answer.isLit(piece.ref.of, piece.ref.id)
  }

  pickPiece(piece: Piece, event: Event): void {
    event.stopPropagation()
    if (event instanceof MouseEvent) this.onat(...this.local(event))
    this.keyed = false
    void this.choose(piece.place, piece)
  }

  /** A click on a stack: a lit piece acts, several fan out, a lit place below is taken, else: why not. */
  private async choose(place: string, piece?: Piece): Promise<void> {
    const { answer } = this
    answer.why = null
    this.cursor = place
    const stack = this.table.scene.stacks.get(place) ?? []
    const lit = stack.filter((one) => this.isLit(one))
    const toggling = answer.current?.widget?.kind === 'some'
    if (lit.length === 1 && (stack.length === 1 || !toggling)) {
      this.fanned = ''
      return answer.click(lit[0]!.ref.of, lit[0]!.ref.id)
    }
    if (lit.length > 1) {
      this.fanned = place
      return
    }
    if (answer.isLit('place', place)) {
      this.fanned = ''
      return answer.click('place', place)
    }
    const asks = answer.current?.widget?.of
    if (stack.length > 1 && asks !== 'place') {
      this.fanned = this.fanned === place ? '' : place
      return
    }
    this.fanned = ''
    const last = answer.path.at(-1)
    if (last !== undefined && String(last) === place && answer.ready) return answer.accept()
    if (piece && asks !== 'place') return answer.click(piece.ref.of, piece.ref.id)
    if (stack[0] && asks !== 'place' && this.stage.map.kind === 'hex') return answer.click(stack[0].ref.of, stack[0].ref.id)
    return answer.click('place', place)
  }

  pickPlace(event: MouseEvent): void {
    if (this.drag?.on) return
    this.keyed = false
    this.onat(...this.local(event))
    const place = this.under(event)
    if (!place) {
      this.fanned = ''
      this.answer.back()
      return
    }
    void this.choose(place)
  }

  pickChip(chip: Chip, event: Event): void {
    event.stopPropagation()
    if (event instanceof MouseEvent) this.onat(...this.local(event))
    this.keyed = false
    this.answer.why = null
    const lit = chip.cells.flatMap((cell) => cell.pieces).filter((piece) => this.isLit(piece))
    this.cursor = chip.place
    if (!lit.length && this.answer.isLit('place', chip.place)) void this.answer.click('place', chip.place)
    else if (lit.length === 1) void this.answer.click(lit[0]!.ref.of, lit[0]!.ref.id)
    else this.fanned = chip.place
  }

  hover(place: string): void {
    clearTimeout(this.lingering)
    const asks = this.answer.current?.widget?.of
    const isTall = (this.table.scene.stacks.get(place)?.length ?? 0) > 1
    if (!place || this.stage.gesturing || asks === 'place' || this.answer.isLit('place', place) || !isTall || this.stage.map.kind === 'area') return
    this.lingering = window.setTimeout(() => (this.fanned = place), LINGER)
  }

  // Dragging a lit piece is picking it and then its way.
  grab(event: PointerEvent): void {
    const handle = event.target instanceof Element ? event.target.closest<SVGElement>('[data-lit]') : null
    if (!handle || event.button) return
    const piece = this.table.scene.pieces.find((one) => String(one.ref.id) === handle.dataset.piece)
    if (piece) this.drag = { piece, x: event.clientX, y: event.clientY, on: false }
  }

  async carry(event: PointerEvent): Promise<void> {
    const { answer, drag } = this
    if (!drag || answer.busy) return
    if (!drag.on) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < PULL) return
      drag.on = true
      this.fanned = ''
      this.onat(...this.local(event))
      await answer.click(drag.piece.ref.of, drag.piece.ref.id)
      return
    }
    const place = this.under(event)
    if (place && answer.current?.widget?.kind === 'path' && answer.isLit('place', place) && String(answer.path.at(-1)) !== place) await answer.click('place', place)
  }

  async drop(event: PointerEvent): Promise<void> {
    const { answer, drag } = this
    setTimeout(() => (this.drag = null))
    if (!drag?.on) return
    const place = this.under(event)
    const kind = answer.current?.widget?.kind
    if (kind === 'one' && place && answer.isLit('place', place)) await answer.click('place', place)
    else if (kind === 'path' && answer.ready) await answer.accept()
  }

  /** The next lit thing in the order of the offers; past the last one the focus leaves the board. */
  private tab(by: number): boolean {
    const order = [...this.answer.lit.keys()]
    if (!order.length) return false
    const next = order.findIndex((key) => this.placeOf(key) === this.cursor && key === this.lastTab) + by
    if (next < 0 || next >= order.length) {
      this.lastTab = ''
      return false
    }
    this.lastTab = order[next]!
    this.show(this.placeOf(this.lastTab))
    return true
  }

  private placeOf(key: string): string {
    return key.startsWith('place:') ? key.slice(6) : (this.table.scene.pieces.find((piece) => piece.key === key)?.place ?? '')
  }

  /** Bring the cursor to a place, and the place into sight. */
  show(place: string): void {
    if (!place) return
    this.cursor = place
    this.keyed = true
    const at = anchorOf(this.stage.map, place)
    if (at) this.stage.reveal(at, session.still ? 0 : 120)
    this.onat(...this.stage.screen(place))
  }

  private start(): string {
    const first = this.answer.lit.keys().next().value
    const { map } = this.stage
    return (first && this.placeOf(first)) || this.table.scene.pieces[0]?.place || ((map.kind === 'hex' ? map.cells : map.areas).keys().next().value ?? '')
  }

  keydown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const { cursor } = this
    const angle = ARROWS[event.key]
    if (angle !== undefined) {
      this.show(cursor ? neighbourIn(this.stage.map, cursor, angle) : this.start())
    } else if (event.key === 'Tab') {
      if (!this.tab(event.shiftKey ? -1 : 1)) return
    } else if (event.key === ' ') {
      if (!cursor) return
      const exact = this.lastTab && this.placeOf(this.lastTab) === cursor ? this.table.scene.pieces.find((piece) => piece.key === this.lastTab) : undefined
      if (exact && this.isLit(exact)) void this.answer.click(exact.ref.of, exact.ref.id)
      else void this.choose(cursor)
    } else if (event.key === 'f' || event.key === 'F') {
      this.fanned = this.fanned === cursor ? '' : cursor
    } else if (event.key === '?') {
      if (cursor) void this.answer.explain('place', cursor)
    } else if (event.key === 'i' || event.key === 'I') {
      if (cursor) this.table.focus.look({ of: 'place', id: cursor })
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
}

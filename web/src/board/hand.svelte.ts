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
/** How long it is on something before that is asked about: a hand that only passes by asks nothing. */
const NEAR = 60
const PULL = 8

/** What a press takes hold of; everything else is the map, which moves. With Shift a lasso is drawn. */
export const isHandle = (event: Event): boolean =>
  event.type !== 'wheel' && ((event instanceof MouseEvent && event.shiftKey) || (event.target instanceof Element && event.target.closest('[data-lit], .fan') !== null))

export class Hand {
  /** The place of the keyboard's cursor, and whether it was moved by key. */
  cursor = $state('')
  keyed = $state(false)
  fanned = $state('')
  private lingering = 0
  private nearing = 0
  private near: Element | null = null
  private lastTab = ''
  /** The corners of the lasso, in px of the board. */
  lasso = $state.raw<[number, number, number, number] | null>(null)
  private drag: { pieces: Piece[]; x: number; y: number; on: boolean; picked: Promise<void> } | null = null

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
    // Chips stand beside their place where it is crowded: they mean it all the same.
    const chip = event.target instanceof Element ? event.target.closest<SVGElement>('.chip') : null
    if (chip?.dataset.place) return chip.dataset.place
    const [x, y] = this.local(event)
    const { shot, map } = this.stage
    return this.named(x - shot.x, y - shot.y) || placeUnder(map, (x - shot.x) / shot.k, (y - shot.y) / shot.k)
  }

  /** The place that a click means. */
  placeAt(event: MouseEvent): string {
    return this.under(event)
  }

  private isLit(piece: Piece): boolean {
    return this.answer.isLit(piece.ref.of, piece.ref.id)
  }

  pickPiece(piece: Piece, event: Event): void {
    event.stopPropagation()
    if (event instanceof MouseEvent) this.onat(...this.local(event))
    this.keyed = false
    if (event instanceof MouseEvent && event.shiftKey) return void this.enlist(piece)
    void this.choose(piece.place, piece, event instanceof MouseEvent && event.altKey)
  }

  /** Shift takes a piece along; on a stack, all of it. */
  private async enlist(piece: Piece): Promise<void> {
    const { answer } = this
    if (answer.pace.later(() => this.enlist(piece))) return
    const stack = (this.table.scene.stacks.get(piece.place) ?? []).filter((one) => this.isLit(one))
    this.fanned = ''
    if (stack.length > 1 && !answer.aim && !answer.party.on) return answer.gather(stack.map((one) => one.ref))
    return answer.enlist(piece.ref.of, piece.ref.id)
  }

  /** Whether a click is quicker than the line: it waits for the answer that is under way, and where nothing is lit yet for where the picked could go. */
  private waits(place: string, again: () => unknown): boolean {
    const { answer } = this
    const isKnown = answer.isLit('place', place) || (this.table.scene.stacks.get(place) ?? []).some((piece) => answer.isOffered(piece.ref.of, piece.ref.id))
    return answer.pace.later(again, !isKnown)
  }

  /** A click on a stack: a lit piece acts, several fan out, a lit place below is taken, else: why not. */
  private async choose(place: string, piece?: Piece, isWayPoint = false): Promise<void> {
    const { answer } = this
    if (this.waits(place, () => this.choose(place, piece, isWayPoint))) return
    answer.why = null
    this.cursor = place
    const stack = this.table.scene.stacks.get(place) ?? []
    // Whoever has picked what goes, and clicks on where it can go, means the place and not what stands there.
    if ((answer.aim || answer.party.on || answer.voyage.on) && answer.isLit('place', place)) {
      this.fanned = ''
      return answer.click('place', place, isWayPoint)
    }
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
      return answer.click('place', place, isWayPoint)
    }
    const asks = answer.current?.widget?.of
    // Another piece is meant instead; on the stack that one was taken from, any of it.
    if (answer.aim && stack.some((one) => answer.selected.has(one.key)) && stack.length > 1) {
      this.fanned = this.fanned === place ? '' : place
      return
    }
    if (answer.aim && piece && (await answer.turnTo(piece.ref.of, piece.ref.id))) return
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
    if (this.drag?.on || this.lasso) return
    this.keyed = false
    this.onat(...this.local(event))
    const place = this.under(event)
    if (!place) {
      this.fanned = ''
      this.answer.back()
      return
    }
    void this.choose(place, undefined, event.altKey)
  }

  pickChip(chip: Chip, event: Event): void {
    event.stopPropagation()
    if (event instanceof MouseEvent) this.onat(...this.local(event))
    this.keyed = false
    this.takeChip(chip, event instanceof MouseEvent && event.altKey, event instanceof MouseEvent && event.shiftKey)
  }

  private takeChip(chip: Chip, isWayPoint: boolean, isAll: boolean): void {
    if (this.waits(chip.place, () => this.takeChip(chip, isWayPoint, isAll))) return
    this.answer.why = null
    const lit = chip.cells.flatMap((cell) => cell.pieces).filter((piece) => this.isLit(piece))
    this.cursor = chip.place
    if ((this.answer.aim || this.answer.voyage.on || !lit.length) && this.answer.isLit('place', chip.place)) void this.answer.click('place', chip.place, isWayPoint)
    else if (lit.length > 1 && isAll) void this.answer.gather(lit.map((piece) => piece.ref))
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

  /** The way to what the pointer is on is shown before anybody goes. */
  point(event: PointerEvent): void {
    const { answer } = this
    if (!answer.aim && !answer.party.on && !answer.voyage.on) {
      this.approach(event)
      if (answer.hover) answer.hover = ''
      return
    }
    // Beside the board a list may point at a place of its own.
    if (!(event.target instanceof Node) || !this.host().contains(event.target)) return
    const place = event.target instanceof Element && event.target.closest('.fan') ? '' : this.under(event)
    if (answer.hover !== place) answer.hover = place
  }

  /** The hand rests on something that can be picked. */
  private approach(event: PointerEvent): void {
    const handle = event.target instanceof Element ? event.target.closest<SVGElement>('.counter[data-lit], .chip[data-lit]') : null
    if (handle === this.near) return
    clearTimeout(this.nearing)
    this.near = handle
    if (handle) this.nearing = window.setTimeout(() => this.answer.warm(this.heldBy(handle, true).map((piece) => piece.ref)), NEAR)
  }

  /** What a press on a counter or a chip takes hold of; `whole` takes all of a stack. */
  private heldBy(handle: SVGElement, whole: boolean): Piece[] {
    const { scene } = this.table
    const one = scene.pieces.find((piece) => String(piece.ref.id) === handle.dataset.piece)
    if (one) return whole ? (scene.stacks.get(one.place) ?? []) : [one]
    return (scene.stacks.get(handle.dataset.place ?? '') ?? []).filter((piece) => piece.side === handle.dataset.side)
  }

  // Dragging a lit piece, or a chip with lit pieces, is picking it and then where it goes.
  grab(event: PointerEvent): void {
    if (event.button) return
    const handle = event.target instanceof Element ? event.target.closest<SVGElement>('[data-lit]') : null
    if (!handle) {
      if (event.shiftKey && event.pointerType === 'mouse') {
        const [x, y] = this.local(event)
        this.lasso = [x, y, x, y]
      }
      return
    }
    this.hold(this.heldBy(handle, event.shiftKey), event)
  }

  /** Take hold of these; they are picked once the hand moves. */
  hold(held: readonly Piece[], event: PointerEvent): void {
    const pieces = held.filter((piece) => this.isLit(piece))
    if (pieces.length && !event.button) this.drag = { pieces, x: event.clientX, y: event.clientY, on: false, picked: Promise.resolve() }
  }

  carry(event: PointerEvent): void {
    const { answer, drag } = this
    this.point(event)
    if (this.lasso) {
      const [x, y] = this.local(event)
      this.lasso = [this.lasso[0], this.lasso[1], x, y]
    }
    if (!drag || drag.on || Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < PULL) return
    drag.on = true
    this.fanned = ''
    this.onat(...this.local(event))
    const [first] = drag.pieces
    const take = (): Promise<void> => (drag.pieces.length > 1 ? answer.gather(drag.pieces.map((piece) => piece.ref)) : answer.click(first!.ref.of, first!.ref.id))
    // What was sent before may be on its way for a moment: whoever takes hold meanwhile is not forgotten.
    drag.picked = new Promise((done) => answer.pace.later(() => void take().then(done)) || void take().then(done))
  }

  async drop(event: PointerEvent): Promise<void> {
    const { answer, drag, lasso } = this
    setTimeout(() => {
      this.drag = null
      this.lasso = null
    })
    if (lasso) return this.pull(lasso)
    if (!drag?.on) return
    const place = this.under(event)
    await drag.picked
    await answer.looked
    await answer.voyage.looked
    if (place && answer.isLit('place', place)) await answer.click('place', place)
  }

  /** Everything lit inside the lasso goes together. */
  private pull([x0, y0, x1, y1]: [number, number, number, number]): Promise<void> {
    const [left, right, top, bottom] = [Math.min(x0, x1), Math.max(x0, x1), Math.min(y0, y1), Math.max(y0, y1)]
    if (right - left < PULL && bottom - top < PULL) return Promise.resolve()
    const inside = this.table.scene.pieces.filter((piece) => {
      const [x, y] = this.stage.screen(piece.place)
      return this.isLit(piece) && x >= left && x <= right && y >= top && y <= bottom
    })
    return this.answer.gather(inside.map((piece) => piece.ref))
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

/** Who sits at the screen and through whose eyes it looks; where several share it, it is handed over. */
import { differ, remember, remembered, seatToShow } from './seats'
import type { Table } from './table.svelte'

export class Screen {
  seats = $state.raw<string[]>([])
  chosen = $state('')
  /** Whether seats know different things, as far as it has shown. */
  hides = $state(false)
  /** Who sits there: where several share it and something is hidden it changes by hand. */
  private held = $state('')

  constructor(private readonly table: Table) {}

  /** Those of our seats that are asked something. */
  readonly asked = $derived.by<string[]>(() => this.seats.filter((seat) => this.table.positions[seat]?.prompts.some((prompt) => prompt.seat === seat)))
  /** The seat whose eyes we look through. */
  readonly seat = $derived(seatToShow(this.seats, this.asked, this.chosen, this.held))
  /** Another person has to take the screen before anything of theirs is shown. */
  readonly covered = $derived(this.seats.length > 1 && this.hides && this.held !== '' && this.held !== this.seat)

  open(hides: boolean): void {
    this.hides = hides
    this.held = remembered(this.table.id)
  }

  /** The screen stays with whoever has it; it changes by itself only where nobody sees what they should not. */
  keep(): void {
    if (this.seat === this.held) return
    if (this.held && !this.hides) this.hides = differ(Object.values(this.table.positions))
    if (!this.covered) this.take()
  }

  /** The person of the seat that is wanted sits at the screen now. */
  take(): void {
    const changes = this.held !== '' && this.hides
    this.held = this.seat
    remember(this.table.id, this.seat)
    if (changes) this.table.clear()
  }
}

/** The chat of a table. */
import { freshId } from '../api/socket'
import type { ChatLine } from '../api/types'
import type { Table } from './table.svelte'

export class Talk {
  lines = $state.raw<ChatLine[]>([])
  unread = $state(0)

  constructor(private readonly table: Table) {}

  hear(line: ChatLine): void {
    this.lines = [...this.lines.filter((one) => one.id !== line.id), line]
    if (this.table.focus.panel !== 'chat') this.unread++
  }

  say(text: string): void {
    void this.table.connection.ask({ is: 'chat', id: freshId(), text })
  }
}

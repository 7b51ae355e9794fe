/** The same game again, with the same people. */
import { api } from '../api/client'
import { router } from './router.svelte'
import type { Table } from './table.svelte'

/** Go to the table of the next game; whoever asks first opens it. */
export async function rematch(table: Table): Promise<void> {
  const known = table.info?.rematch
  const made = known ? { id: known } : await api.rematch(table.id).catch(() => null)
  if (made) router.go(`/table/${made.id}`)
  else table.notice = 'failed'
}

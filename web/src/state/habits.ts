/** What was bought last at a table, for whoever buys the same again. Kept in the browser: it is no part of the game. */
const name = (table: string, seat: string): string => `sandtable.bought.${table}.${seat}`

export function keepAmounts(table: string, seat: string, amounts: Readonly<Record<string, number>>): void {
  try {
    localStorage.setItem(name(table, seat), JSON.stringify(amounts))
  } catch {
    /* a browser that keeps nothing still buys */
  }
}

export function keptAmounts(table: string, seat: string): Record<string, number> | null {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(name(table, seat)) ?? 'null')
    if (typeof found !== 'object' || found === null || Array.isArray(found)) return null
    const amounts = Object.entries(found).filter((pair): pair is [string, number] => typeof pair[1] === 'number' && Number.isInteger(pair[1]) && pair[1] > 0 && pair[1] < 1000)
    return amounts.length ? Object.fromEntries(amounts) : null
  } catch {
    return null
  }
}

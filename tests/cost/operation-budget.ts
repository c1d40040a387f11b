import type { Fared } from './neighbourhood.ts'

export type Outcome = {
  beside: Fared
  /** Calls that were answered as no legal call is. */
  wrong: string[]
  /** The operations that were worked on. */
  done: Set<string>
  limitMs: number
}

/** The p99 of a neighbour's reads and of `/healthz`, in milliseconds, whatever somebody else does. */
export const LIMIT_MS = 250

/**
 * Longer ones, in milliseconds. The embedded database has one connection: while a transaction is open, nobody else is
 * answered. These calls write all that one may in one transaction, since it has to happen as a whole or not at all.
 */
const EMBEDDED_MS = new Map<string, number>([
  // A hundred rows with as many new words as there is room for.
  ['api upsertProducts', 2_000],
  // Thousands of cells, agreed prices, orders or their lines.
  ...['editPriceCells', 'pasteAgreedPrices', 'moveOrders', 'changeLines'].map((id) => [`pages ${id}`, 1_000] as const),
  // A draft of 100,000 lines, or all products.
  ...['createPriceChange', 'addNewPrices', 'repriceLines', 'removeLines', 'undoPriceEdit'].map(longest),
  ...['draftWayBack', 'copyPriceChange'].map(longest),
  ...['publishPriceChange', 'undoProductEdit', 'deleteProducts'].map(longest),
  // Beside this, the search document of each product is made anew.
  ['pages editProducts', 30_000],
])

function longest(id: string): [string, number] {
  return [`pages ${id}`, 10_000]
}

export function limitOf(id: string, engine: 'pglite' | 'postgres'): number {
  return (engine === 'pglite' ? EMBEDDED_MS.get(id) : undefined) ?? LIMIT_MS
}

/** Whether the neighbour fared worse than it may, or was refused. */
export function isOver({ beside: { reads, health, refused }, limitMs }: Outcome): boolean {
  return refused > 0 || Math.max(reads, health) > limitMs
}

export function describeFared({ beside: { reads, health, refused }, limitMs }: Outcome): string {
  return `of ${limitMs} ms: reads ${reads.toFixed(0)} ms, /healthz ${health.toFixed(0)} ms, ${refused} refused`
}

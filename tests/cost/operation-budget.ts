import type { Fared } from './neighbourhood.ts'

export type Outcome = {
  alone: Fared
  beside: Fared
  /** Calls that were answered as no legal call is. */
  wrong: string[]
  limitMs: number
}

/** The p99 of a neighbour's reads and of `/healthz`, in milliseconds, whatever somebody else does. */
const LIMIT_MS = 250

/**
 * Longer ones, in milliseconds. The embedded database has one connection: while a transaction is open, nobody else is
 * answered. These calls write all that one may in one transaction.
 */
const EMBEDDED_MS: Record<string, number> = {}

export function limitOf(id: string, engine: 'pglite' | 'postgres'): number {
  return (engine === 'pglite' ? EMBEDDED_MS[id] : undefined) ?? LIMIT_MS
}

/** Whether the neighbour fared worse than it may, or was refused. The machine may be slow by itself: twice of alone is allowed. */
export function isOver({ alone, beside, limitMs }: Outcome): boolean {
  return (
    beside.refused > 0 ||
    beside.reads > Math.max(limitMs, 2 * alone.reads) ||
    beside.health > Math.max(limitMs, 2 * alone.health)
  )
}

export function describeFared({ alone, beside, limitMs }: Outcome): string {
  return `of ${limitMs} ms: ${told(beside)}; alone ${told(alone)}`
}

function told({ reads, health, refused }: Fared): string {
  return `reads ${reads.toFixed(0)} ms, /healthz ${health.toFixed(0)} ms, ${refused} refused`
}

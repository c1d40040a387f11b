import { useCallback, useState } from 'react'
import type { Choice } from '../../shared/search-select.tsx'

/** `was`: the unit price in the order that is repeated, in minor units. */
export type DraftLine = { sku: string; qty: number; was?: number | null }

/** An order that is being written down. It outlives the dialog and a reload of the tab, not the tab. */
export type DraftOrder = {
  customer: Choice | null
  lines: DraftLine[]
  poNumber: string
  note: string
  /** Undefined until somebody has chosen: then what is usual counts. */
  deliverTo?: string | undefined
  wantedOn?: string | undefined
  /** With it, a repeated sending places no second order. */
  token: string
}

function emptyDraft(): DraftOrder {
  return { customer: null, lines: [], poNumber: '', note: '', token: crypto.randomUUID() }
}

function keyOf(slug: string): string {
  return `draft order ${slug}`
}

/** The lines of the draft that was begun before; none without one. */
export function begunLines(slug: string): DraftLine[] {
  const kept = sessionStorage.getItem(keyOf(slug))
  return kept ? (JSON.parse(kept) as DraftOrder).lines : []
}

/** Begins a draft, which replaces another one. */
export function beginDraft(slug: string, begun: Pick<DraftOrder, 'customer' | 'lines'>): void {
  sessionStorage.setItem(keyOf(slug), JSON.stringify({ ...emptyDraft(), ...begun }))
}

export function useDraftOrder(slug: string) {
  const key = keyOf(slug)
  const [draft, setDraft] = useState<DraftOrder>(() => {
    const kept = sessionStorage.getItem(key)
    return kept ? (JSON.parse(kept) as DraftOrder) : emptyDraft()
  })
  const write = useCallback(
    (update: (draft: DraftOrder) => DraftOrder) =>
      setDraft((present) => {
        const next = update(present)
        sessionStorage.setItem(key, JSON.stringify(next))
        return next
      }),
    [key],
  )
  const change = useCallback(
    (changes: Partial<DraftOrder>) => write((present) => ({ ...present, ...changes })),
    [write],
  )
  /** Adds to the line of that SKU where there is one: an order has each SKU once. */
  const addLine = useCallback(
    ({ sku, qty }: DraftLine) => write((present) => ({ ...present, lines: withLine(present.lines, { sku, qty }) })),
    [write],
  )
  const clear = useCallback(() => write(emptyDraft), [write])
  return { draft, change, addLine, clear }
}

function withLine(lines: DraftLine[], { sku, qty }: DraftLine): DraftLine[] {
  const isSame = (line: DraftLine) => line.sku.toLowerCase() === sku.toLowerCase()
  if (!lines.some(isSame)) return [...lines, { sku, qty }]
  return lines.map((line) => (isSame(line) ? { sku: line.sku, qty: line.qty + qty } : line))
}

import { useLocalStorage } from '@mantine/hooks'
import { useCallback, useState } from 'react'
import { v4 as uuid } from 'uuid'
import type { Choice } from '../../shared/search-select.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import type { PriceByHand } from './set-price-dialog.tsx'

/** `was`: the unit price in the order that is repeated, in minor units. */
export type DraftLine = { sku: string; qty: number; was?: number | null; manual?: PriceByHand | undefined }

/**
 * An order that is being written down. The browser keeps it for the person until it is placed, also when the tab is
 * closed; tabs that are open at once show the same one.
 */
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

/** What a draft begins with: a customer, and the lines of an order that is repeated. */
export type Begun = { customer: Choice; lines?: DraftLine[] }

function emptyDraft(): DraftOrder {
  return { customer: null, lines: [], poNumber: '', note: '', token: uuid() }
}

function readDraft(kept: string | undefined): DraftOrder | null {
  try {
    const draft = JSON.parse(kept ?? 'null') as Partial<DraftOrder> | null
    return draft && Array.isArray(draft.lines) ? { ...emptyDraft(), ...draft } : null
  } catch {
    return null
  }
}

export function useDraftOrder() {
  const { slug, me } = useWorkspace()
  const [empty] = useState(emptyDraft)
  const [draft, setDraft] = useLocalStorage<DraftOrder>({
    key: `draft order ${slug} ${me.id}`,
    defaultValue: empty,
    getInitialValueInEffect: false,
    deserialize: (kept) => readDraft(kept) ?? empty,
  })
  const change = useCallback(
    (changes: Partial<DraftOrder>) => setDraft((present) => ({ ...present, ...changes })),
    [setDraft],
  )
  /** An order has each SKU once. */
  const addLine = useCallback(
    ({ sku, qty }: DraftLine) => setDraft((present) => ({ ...present, lines: withLine(present.lines, { sku, qty }) })),
    [setDraft],
  )
  /** Begins another draft in place of this one. */
  const begin = useCallback((begun: Partial<DraftOrder> = {}) => setDraft({ ...emptyDraft(), ...begun }), [setDraft])
  return { draft, change, addLine, begin }
}

/** Adds to the line of that SKU where there is one. */
export function withLine(lines: DraftLine[], { sku, qty }: DraftLine): DraftLine[] {
  const isSame = (line: DraftLine) => line.sku.toLowerCase() === sku.toLowerCase()
  if (!lines.some(isSame)) return [...lines, { sku, qty }]
  return lines.map((line) => (isSame(line) ? { sku: line.sku, qty: line.qty + qty, manual: line.manual } : line))
}

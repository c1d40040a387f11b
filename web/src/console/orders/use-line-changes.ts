import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { api } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { useWorkspace } from '../workspace-context.tsx'
import type { DraftLine } from './draft-order.ts'
import type { OrderForStaff, OrderLine } from './order-queries.ts'
import type { PriceByHand } from './set-price-dialog.tsx'

export type LinesPreview = components['schemas']['LinesPreview']
export type PreviewedLine = LinesPreview['lines'][number]
type Body = components['schemas']['ChangeLines']
type LineChange = Body['lines'][number]

/** What is to become of a line of the order; 0 removes it. */
export type LineEdit = { qty: number; price: 'kept' | 'today'; manual?: PriceByHand | undefined }

export type EditLine = (line: OrderLine, edit: LineEdit) => void

/** Edits of the lines of an order, and what they would make of it. Nothing is written before `body` is sent. */
export function useLineChanges(order: OrderForStaff) {
  const { slug } = useWorkspace()
  const [edits, setEdits] = useState<ReadonlyMap<string, LineEdit>>(new Map())
  const [added, setAdded] = useState<DraftLine[]>([])
  const edit = useCallback<EditLine>(
    (line, { qty, price, manual }) =>
      setEdits((before) => {
        const next = new Map(before)
        if (qty === line.qty && price === 'kept' && !manual) next.delete(line.id)
        else next.set(line.id, { qty, price, manual })
        return next
      }),
    [],
  )
  const priceAll = () =>
    order.lines.forEach((line) => edit(line, { qty: edits.get(line.id)?.qty ?? line.qty, price: 'today' }))
  const lines = useMemo(() => changesOf(order, edits, added), [order, edits, added])
  const { data, error, isFetching } = useQuery(previewQuery(slug, order, lines))
  const isEmpty = lines.length === 0
  const preview = isEmpty ? undefined : data
  const previewed = new Map(preview?.lines.map((line, i) => [lines[i]?.id ?? line.sku, line]))
  /** With the prices that are shown: at others nothing is changed. */
  const body: Body = {
    seen: order.history.length,
    lines: lines.map((line) => withShownPrice(line, previewed.get(line.id ?? line.sku!))),
    // Each was asked about as it was set.
    lowPrices: lines.some(({ manual }) => manual !== undefined),
  }
  return { edits, edit, priceAll, added, setAdded, preview, previewed, error, isComing: isFetching, isEmpty, body }
}

function changesOf(
  { lines }: OrderForStaff,
  edits: ReadonlyMap<string, LineEdit>,
  added: readonly DraftLine[],
): LineChange[] {
  const changed = lines.flatMap(({ id }) => {
    const edit = edits.get(id)
    return edit ? [{ id, ...edit }] : []
  })
  return [...changed, ...added.map(({ sku, qty, manual }) => ({ sku, qty, manual }))]
}

function withShownPrice(line: LineChange, previewed: PreviewedLine | undefined): LineChange {
  const unit = line.id === undefined || line.price === 'today' ? previewed?.price?.unit : undefined
  return unit == null ? line : { ...line, unit }
}

function previewQuery(slug: string, { id, history }: OrderForStaff, lines: LineChange[]) {
  const body = { seen: history.length, lines }
  return queryOptions({
    queryKey: ['console', slug, 'orders', 'preview', id, body],
    queryFn: async ({ signal }) => {
      const params = { path: { slug, id } }
      return (await api.POST('/app-api/console/{slug}/orders/{id}/lines/preview', { params, body, signal })).data
    },
    enabled: lines.length > 0,
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
}

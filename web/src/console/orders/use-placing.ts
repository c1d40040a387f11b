import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { v4 as uuid } from 'uuid'
import { api, ApiError } from '../../shared/api.ts'
import { notify } from '../../shared/toasts.ts'
import { notifyFailure } from '../../shared/undo.tsx'
import { useSubmit } from '../../shared/use-submit.ts'
import { useWorkspace } from '../workspace-context.tsx'
import type { DraftOrder } from './draft-order.ts'
import { refreshOrders } from './order-queries.ts'
import type { Quote, QuotedLine } from './quote-queries.ts'
import { wanted } from './where-and-when.tsx'

type Placing = {
  draft: DraftOrder
  quoted: ReadonlyMap<string, QuotedLine>
  delivery: Quote['delivery'] | undefined
  /** Whether the order is confirmed at once, over the credit limit. */
  lifts: boolean
  change: (changes: Partial<DraftOrder>) => void
  clear: () => void
}

/**
 * Places the order at the prices that are shown. If one has changed, it is shown, and the next try is at the new
 * prices.
 */
export function usePlacing({ draft, quoted, delivery, lifts, change, clear }: Placing) {
  const { slug } = useWorkspace()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [before, setBefore] = useState<ReadonlyMap<string, number>>(new Map())
  const shown = new Map(draft.lines.map(({ sku }) => [sku, quoted.get(sku)?.price?.unit ?? 0]))
  const place = async () => {
    const { customer, lines, poNumber, note, token } = draft
    const { data } = await api.POST('/app-api/console/{slug}/orders', {
      params: { path: { slug } },
      body: {
        customer: customer!.value,
        lines: lines.map(({ sku, qty }) => ({ sku, qty, unit: shown.get(sku)! })),
        poNumber,
        note,
        ...wanted(draft, delivery),
        token,
      },
    })
    return data
  }
  const submitting = useSubmit(async () => {
    try {
      const { id, number } = await place()
      clear()
      if (lifts) await liftHold(slug, id).catch(notifyFailure)
      await refreshOrders(queryClient, slug)
      notify(`Order ${number} is placed.`)
      await navigate({ to: '/w/$slug/orders/$id', params: { slug, id } })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'conflict') {
        await queryClient.invalidateQueries({ queryKey: ['console', slug, 'orders', 'quote'] })
        setBefore(shown)
      }
      throw isOfEarlierTry(error) ? earlierTry(change) : error
    }
  })
  const reset = () => {
    setBefore(new Map())
    submitting.reset()
  }
  return { ...submitting, before, reset }
}

/** Confirms an order that was just placed, although it passes the credit limit. Where that fails, the order waits. */
function liftHold(slug: string, id: string) {
  const body = { status: 'confirmed', seen: 'new', liftCreditHold: true } as const
  return api.PATCH('/app-api/console/{slug}/orders/{id}', { params: { path: { slug, id } }, body })
}

/** The answer to an earlier try was lost, and the order has been changed since. */
function isOfEarlierTry(error: unknown): boolean {
  return error instanceof ApiError && error.issues.some(({ path }) => path === 'token')
}

function earlierTry(change: Placing['change']): ApiError {
  change({ token: uuid() })
  const message = 'An earlier attempt did place an order. Look at the newest order before you place this one, too.'
  return new ApiError(400, 'invalid_request', message)
}

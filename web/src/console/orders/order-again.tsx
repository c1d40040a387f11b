import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { counted } from '../../../../server/src/rules/counted.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { useChangeSearch } from '../../shared/search-params.ts'
import { ActButton } from '../act-button.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { beginDraft, begunLines } from './draft-order.ts'
import type { OrderForStaff } from './order-queries.ts'

const route = getRouteApi('/w/$slug/orders/$id')
const DIALOG = 'again'

/** Opens "Place an order" with the customer and the lines of an order. Another one that was begun is asked about. */
export function OrderAgain({ order }: { order: OrderForStaff }) {
  const { slug, reasonNot } = useWorkspace()
  const { dialog } = route.useSearch()
  const changeSearch = useChangeSearch()
  const navigate = useNavigate()
  const begin = async () => {
    const { customer } = order
    beginDraft(slug, {
      customer: { value: customer.id, label: customer.name },
      lines: order.lines.map(({ sku, qty, price }) => ({ sku, qty, was: price.unit })),
    })
    await navigate({ to: '/w/$slug/orders', params: { slug }, search: { dialog: 'place' } })
  }
  const begun = begunLines(slug).length
  const reason = reasonNot('write') ?? (order.contact === null ? 'The customer was deleted.' : null)
  return (
    <>
      <ActButton
        label="Order again"
        reason={reason}
        variant="default"
        run={() => (begunLines(slug).length > 0 ? changeSearch({ dialog: DIALOG }, { push: true }) : void begin())}
      />
      {dialog === DIALOG && reason === null && (
        <ConfirmDialog
          onClose={() => changeSearch({ dialog: undefined })}
          title="Order again"
          effect={`An order with ${counted(begun, 'line')} was begun in this tab, and is not placed yet. These lines take its place.`}
          confirmLabel="Order again"
          onConfirm={begin}
        />
      )}
    </>
  )
}

import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { formatMoney } from '../../shared/money.tsx'
import { notifyWithUndo } from '../../shared/undo.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import type { AgreedPrice } from './agreed-price-columns.tsx'
import { customersKey } from './customer-queries.ts'
import type { Customer } from './customer-queries.ts'
import { periodWords } from './period-words.ts'

type RemoveAgreedPriceProps = { customer: Customer; price: AgreedPrice; onClose: () => void }

/** Asks before an agreed price goes. It can be undone. */
export function RemoveAgreedPriceDialog({ customer, price, onClose }: RemoveAgreedPriceProps) {
  const { slug, currency } = useWorkspace()
  const queryClient = useQueryClient()
  const { id, sku, unit, minQty, startsOn, endsOn, version } = price
  const refresh = () => queryClient.invalidateQueries({ queryKey: customersKey(slug) })
  const remove = async () => {
    await api
      .DELETE('/app-api/console/{slug}/agreed-prices/{id}', { params: { path: { slug, id }, query: { version } } })
      .finally(refresh)
    notifyWithUndo(`The agreed price of ${sku} was removed.`, async () => {
      await api.POST('/app-api/console/{slug}/customers/{id}/agreed-prices', {
        params: { path: { slug, id: customer.id } },
        body: { sku, unit, minQty, startsOn, endsOn, endPrevious: false },
      })
      await refresh()
    })
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Remove ${sku} from ${minQty}`}
      effect={
        <Text>
          {formatMoney(unit, currency)} for {price.name} {periodWords(price)}: {customer.name} then pays what its
          discounts and the list price give.
        </Text>
      }
      danger
      onConfirm={remove}
    />
  )
}

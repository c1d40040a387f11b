import { IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useRef } from 'react'
import { api } from '../../shared/api.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { GuardedButton } from '../../shared/guarded-button.tsx'
import { useChangeSearch } from '../../shared/search-params.ts'
import { notify } from '../../shared/toasts.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { customersKey } from './customer-queries.ts'
import type { Customer } from './customer-queries.ts'
import { counted } from '../../../../server/src/shared/counted.ts'

const route = getRouteApi('/w/$slug/customers/$id')

/** Deletes the customer, for owners. The name has to be typed: its terms and buyers go too. */
export function CustomerMenu({ customer }: { customer: Customer }) {
  const { slug, reasonNot } = useWorkspace()
  const { dialog } = route.useSearch()
  const navigate = route.useNavigate()
  const queryClient = useQueryClient()
  const change = useChangeSearch()
  const deleted = useRef(false)
  const { id, name } = customer
  const remove = async () => {
    await api.DELETE('/app-api/console/{slug}/customers/{id}', { params: { path: { slug, id } } })
    deleted.current = true
    notify(`${name} was deleted.`)
  }
  const close = () => {
    if (!deleted.current) return change({ dialog: undefined })
    void navigate({ to: '/w/$slug/customers', params: { slug } }).then(() => {
      queryClient.removeQueries({ queryKey: [...customersKey(slug), id] })
      return queryClient.invalidateQueries({ queryKey: customersKey(slug) })
    })
  }
  return (
    <>
      <GuardedButton
        reason={reasonNot('own')}
        variant="default"
        leftSection={<IconTrash size={16} />}
        onClick={() => change({ dialog: 'delete' }, { push: true })}
      >
        Delete
      </GuardedButton>
      <ConfirmDialog
        opened={dialog === 'delete'}
        onClose={close}
        title={`Delete ${name}?`}
        effect={`${whatGoes(customer)} Its orders stay. This cannot be undone.`}
        confirmLabel="Delete customer"
        typedName={name}
        danger
        onConfirm={remove}
      />
    </>
  )
}

function whatGoes({ discountRules, agreedPriceCount, buyers }: Customer): string {
  const parts = [
    counted(discountRules.length, 'discount'),
    counted(agreedPriceCount, 'agreed price'),
    counted(buyers.length, 'buyer'),
  ]
  return `With it go ${parts.join(', ')}.`
}

import { Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useRef } from 'react'
import { api } from '../../shared/api.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { notify } from '../../shared/toasts.ts'
import { counted } from '../../../../server/src/shared/counted.ts'
import { Effect } from '../customers/effect.tsx'
import { MovesText } from '../customers/moves-text.tsx'
import { priceGroupsKey, refreshTerms } from '../customers/terms-owner.ts'
import { useWorkspace } from '../workspace-context.tsx'
import type { PriceGroup } from './group-queries.ts'

const route = getRouteApi('/w/$slug/groups/$id')

/** Asks before a price group goes with its terms, and says what that does to prices. The name has to be typed. */
export function RemoveGroupDialog({ group, onClose }: { group: PriceGroup; onClose: () => void }) {
  const { slug } = useWorkspace()
  const queryClient = useQueryClient()
  const navigate = route.useNavigate()
  const removed = useRef(false)
  const { id, name, customerCount, discountRules, agreedPriceCount } = group
  const path = { slug, id }
  const { data: moves, error } = useQuery({
    queryKey: [...priceGroupsKey(slug), id, 'removal', customerCount],
    queryFn: async ({ signal }) =>
      (await api.GET('/app-api/console/{slug}/price-groups/{id}/removal', { params: { path }, signal })).data,
    gcTime: 0,
  })
  const remove = async () => {
    const params = { path, query: { customers: customerCount } }
    await api.DELETE('/app-api/console/{slug}/price-groups/{id}', { params })
    removed.current = true
    notify(`${name} was removed.`)
  }
  const close = () => {
    if (!removed.current) return onClose()
    void navigate({ to: '/w/$slug/groups', params: { slug } }).then(() => {
      queryClient.removeQueries({ queryKey: [...priceGroupsKey(slug), id] })
      return refreshTerms(queryClient, slug)
    })
  }
  return (
    <ConfirmDialog
      onClose={close}
      title={`Remove ${name}`}
      confirmLabel="Remove group"
      effect={
        <>
          <Text>
            With it go {counted(discountRules.length, 'discount')} and {counted(agreedPriceCount, 'agreed price')}.{' '}
            {counted(customerCount, 'customer')} then {customerCount === 1 ? 'belongs' : 'belong'} to no price group.
            This cannot be undone.
          </Text>
          <Effect {...(error ? { error } : moves === undefined && { waiting: 'Working out what it changes …' })}>
            {moves !== undefined && <MovesText moves={moves} />}
          </Effect>
        </>
      }
      typedName={name}
      disabled={moves === undefined}
      danger
      onConfirm={remove}
    />
  )
}

import { Text } from '@mantine/core'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { formatMoney } from '../../shared/money.tsx'
import { notifyWithUndo } from '../../shared/undo.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import type { AgreedPrice } from './agreed-price-columns.tsx'
import { ownerKey, refreshTerms } from './terms-owner.ts'
import type { TermsOwner } from './terms-owner.ts'
import { areLargeMovesOfGroup, MovesText } from './moves-text.tsx'
import { Effect } from './effect.tsx'
import { periodWords } from './period-words.ts'

type RemoveAgreedPriceProps = { owner: TermsOwner; price: AgreedPrice; onClose: () => void }

/** Asks before an agreed price goes. It can be undone. */
export function RemoveAgreedPriceDialog({ owner, price, onClose }: RemoveAgreedPriceProps) {
  const { slug, currency } = useWorkspace()
  const queryClient = useQueryClient()
  const { id, sku, unit, minQty, startsOn, endsOn, version } = price
  const refresh = () => refreshTerms(queryClient, slug)
  const isGroup = owner.kind === 'price-groups'
  const { data: moves, error } = useQuery({ ...removalQuery(slug, owner, price), enabled: isGroup })
  const remove = async () => {
    await api
      .DELETE('/app-api/console/{slug}/agreed-prices/{id}', { params: { path: { slug, id }, query: { version } } })
      .finally(refresh)
    notifyWithUndo(`The agreed price of ${sku} was removed.`, async () => {
      await api.POST(`/app-api/console/{slug}/${owner.kind}/{id}/agreed-prices`, {
        params: { path: { slug, id: owner.id } },
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
        <>
          <Text>
            {formatMoney(unit, currency)} for {price.name} {periodWords(price)}:{' '}
            {isGroup ? `customers of ${owner.name} then pay` : `${owner.name} then pays`} what other terms and the list
            price give.
          </Text>
          {isGroup && (
            <Effect {...(error ? { error } : moves === undefined && { waiting: 'Working out what it changes …' })}>
              {moves !== undefined && <MovesText moves={moves} />}
            </Effect>
          )}
        </>
      }
      typedName={moves && areLargeMovesOfGroup(moves) ? owner.name : undefined}
      disabled={isGroup && moves === undefined}
      danger
      onConfirm={remove}
    />
  )
}

/** The question what the removal of a price group's agreed price would do to its customers. */
function removalQuery(slug: string, owner: TermsOwner, { id: price, sku }: AgreedPrice) {
  return queryOptions({
    queryKey: [...ownerKey(slug, owner), 'agreed-price-removal', price],
    queryFn: async ({ signal }) => {
      const params = { path: { slug, id: owner.id }, query: { sku, price } }
      return (await api.GET('/app-api/console/{slug}/price-groups/{id}/agreed-prices/removal', { params, signal })).data
    },
    gcTime: 0,
  })
}

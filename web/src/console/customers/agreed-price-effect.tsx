import { Text } from '@mantine/core'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { formatDate } from '../../shared/dates.ts'
import { formatMoney } from '../../shared/money.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import type { AgreedTerms } from './agreed-terms-text.ts'
import { ownerKey } from './terms-owner.ts'
import type { TermsOwner } from './terms-owner.ts'
import { MovesText } from './moves-text.tsx'
import { useRested } from '../use-rested.ts'
import { Effect } from './effect.tsx'
import { periodWords } from './period-words.ts'

type Asked = AgreedTerms & { sku: string; replaces: string | undefined }

/** The question what an agreed price would change. */
function effectQuery(slug: string, owner: TermsOwner, asked: Asked) {
  return queryOptions({
    queryKey: [...ownerKey(slug, owner), 'agreed-price-effect', asked],
    queryFn: async ({ signal }): Promise<AgreedEffect> => {
      const call = { params: { path: { slug, id: owner.id } }, body: asked, signal }
      return owner.kind === 'customers'
        ? (await api.POST('/app-api/console/{slug}/customers/{id}/agreed-prices/preview', call)).data
        : (await api.POST('/app-api/console/{slug}/price-groups/{id}/agreed-prices/preview', call)).data
    },
  })
}

type ForCustomer = components['schemas']['AgreedPriceEffect']
type ForGroup = components['schemas']['GroupPriceEffect']
type AgreedEffect = ForCustomer | ForGroup

/**
 * What an agreed price would change, as far as it is typed; null: not all of it is. `settle` waits for the answer to
 * what is typed by now.
 */
export function useAgreedPriceEffect(owner: TermsOwner, asked: Asked | null) {
  const { slug } = useWorkspace()
  const queryClient = useQueryClient()
  const { rested } = useRested(asked)
  const { data, error } = useQuery({
    ...effectQuery(slug, owner, rested ?? NOTHING),
    enabled: asked !== null && rested !== null,
    placeholderData: keepPreviousData,
  })
  const settle = () => queryClient.fetchQuery(effectQuery(slug, owner, asked!))
  const shown = asked === null ? { data: undefined, error: null } : { data, error }
  return { isReady: asked !== null, settle, ...shown }
}

const NOTHING: Asked = { sku: '', unit: 0, minQty: 1, startsOn: null, endsOn: null, replaces: undefined }

type EffectOf = { isReady: boolean; data: AgreedEffect | undefined; error: unknown }

/** What is paid without the price and with it, and what is in its way. */
export function AgreedPriceEffect({ name, effect }: { name: string; effect: EffectOf }) {
  const { currency } = useWorkspace()
  const { isReady, data, error } = effect
  if (!isReady) return <Effect waiting="Choose a product and a price to see what it changes." />
  if (error) return <Effect error={error} />
  if (!data) return <Effect waiting="Working out what it changes …" />
  const { overlaps } = data
  return (
    <Effect>
      {'moves' in data ? <PaidByGroup effect={data} /> : <PaidByCustomer name={name} effect={data} />}
      {overlaps && (
        <Text size="sm" c="var(--mantine-color-error)">
          There is an agreed price of {formatMoney(overlaps.unit, currency)} from {overlaps.minQty}{' '}
          {periodWords(overlaps)}. Change or remove that one, or choose days that do not overlap.
        </Text>
      )}
    </Effect>
  )
}

function PaidByGroup({ effect: { qty, at, moves, listPrice } }: { effect: ForGroup }) {
  const { currency, timezone } = useWorkspace()
  return (
    <>
      <Text size="sm">
        For {qty.toLocaleString('en')} on {formatDate(at, timezone)}
        {listPrice !== null && `, at a list price of ${formatMoney(listPrice, currency)}`}:
      </Text>
      <MovesText moves={moves} />
    </>
  )
}

function PaidByCustomer({ name, effect }: { name: string; effect: ForCustomer }) {
  const { currency, timezone } = useWorkspace()
  const { before, after, qty, at, listPrice, visible } = effect
  const money = (minor: number | null) => formatMoney(minor, currency)
  return (
    <>
      <Text size="sm">
        For {qty.toLocaleString('en')} on {formatDate(at, timezone)}: {money(before.unit)} each
        {before.label && ` (${before.label})`} → <strong>{money(after.unit)}</strong>
        {after.label && ` (${after.label})`}
      </Text>
      {after.unit !== null && listPrice !== null && after.unit > listPrice && (
        <Text size="sm" fw={600}>
          That is above the list price of {money(listPrice)}.
        </Text>
      )}
      {!visible && (
        <Text size="sm" c="dimmed">
          {name} does not see this product now.
        </Text>
      )}
    </>
  )
}

import { Text } from '@mantine/core'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { formatDate } from '../../shared/dates.ts'
import { formatMoney } from '../../shared/money.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import type { AgreedTerms } from './agreed-terms-text.ts'
import { customersKey } from './customer-queries.ts'
import type { Customer } from './customer-queries.ts'
import { useRested } from '../use-rested.ts'
import { Effect } from './effect.tsx'
import { periodWords } from './period-words.ts'

type Asked = AgreedTerms & { sku: string; replaces: string | undefined }

/** The question what an agreed price would change. */
function effectQuery(slug: string, customerId: string, asked: Asked) {
  return queryOptions({
    queryKey: [...customersKey(slug), customerId, 'agreed-price-effect', asked],
    queryFn: async ({ signal }) => {
      const params = { path: { slug, id: customerId } }
      return (
        await api.POST('/app-api/console/{slug}/customers/{id}/agreed-prices/preview', { params, body: asked, signal })
      ).data
    },
  })
}

/**
 * What an agreed price would change, as far as it is typed; null: not all of it is. `settle` waits for the answer to
 * what is typed by now.
 */
export function useAgreedPriceEffect(customer: Customer, asked: Asked | null) {
  const { slug } = useWorkspace()
  const queryClient = useQueryClient()
  const { rested } = useRested(asked)
  const { data, error } = useQuery({
    ...effectQuery(slug, customer.id, rested ?? NOTHING),
    enabled: asked !== null && rested !== null,
    placeholderData: keepPreviousData,
  })
  const settle = () => queryClient.fetchQuery(effectQuery(slug, customer.id, asked!))
  const shown = asked === null ? { data: undefined, error: null } : { data, error }
  return { isReady: asked !== null, settle, ...shown }
}

const NOTHING: Asked = { sku: '', unit: 0, minQty: 1, startsOn: null, endsOn: null, replaces: undefined }

type EffectOf = { isReady: boolean; data: components['schemas']['AgreedPriceEffect'] | undefined; error: unknown }

/** What the customer pays without the price and with it, and what is in its way. */
export function AgreedPriceEffect({ customer, effect }: { customer: Customer; effect: EffectOf }) {
  const { currency, timezone } = useWorkspace()
  const { isReady, data, error } = effect
  if (!isReady) return <Effect waiting="Give a product and a price, and what it changes is shown here." />
  if (error) return <Effect error={error} />
  if (!data) return <Effect waiting="Working out what it changes …" />
  const { before, after, qty, at, listPrice, visible, overlaps } = data
  const money = (minor: number | null) => formatMoney(minor, currency)
  return (
    <Effect>
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
          {customer.name} does not see this product now.
        </Text>
      )}
      {overlaps && (
        <Text size="sm" c="var(--mantine-color-error)">
          There is an agreed price of {money(overlaps.unit)} from {overlaps.minQty} {periodWords(overlaps)}. Change or
          remove that one, or choose days that do not overlap.
        </Text>
      )}
    </Effect>
  )
}

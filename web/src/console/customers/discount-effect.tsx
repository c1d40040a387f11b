import { Text } from '@mantine/core'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import { formatMoney } from '../../shared/money.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { customersKey } from './customer-queries.ts'
import type { Customer } from './customer-queries.ts'
import type { DiscountScope } from './discount-scope.ts'
import { useRested } from '../use-rested.ts'
import { Effect } from './effect.tsx'
import { percent } from '../../../../server/src/rules/basis-points.ts'
import { counted } from '../../../../server/src/rules/counted.ts'

type DiscountEffectProps = {
  customer: Customer
  on: DiscountScope | null
  /** In basis points; null while nothing valid is typed. */
  discountBp: number | null
  /** Whether the discount goes. */
  removes?: boolean
}

type Asked = { on: DiscountScope; discountBp: number | null }

/** The question what a discount would change; a figure of null removes it. */
export function discountEffectQuery(slug: string, customerId: string, asked: Asked) {
  return queryOptions({
    queryKey: [...customersKey(slug), customerId, 'discount-effect', asked],
    queryFn: async ({ signal }) => {
      const params = { path: { slug, id: customerId } }
      return (
        await api.POST('/app-api/console/{slug}/customers/{id}/discounts/preview', { params, body: asked, signal })
      ).data
    },
  })
}

/** What a discount would change for the customer: how many prices, up and down, and the largest changes. */
export function DiscountEffect({ customer, on, discountBp, removes = false }: DiscountEffectProps) {
  const { slug, currency } = useWorkspace()
  const isReady = on !== null && (removes || discountBp !== null)
  const { rested } = useRested(isReady ? { on, discountBp } : null, removes ? 0 : undefined)
  const { data, error } = useQuery({
    ...discountEffectQuery(slug, customer.id, rested ?? { on: { appliesTo: 'all' }, discountBp: null }),
    enabled: isReady && rested !== null,
    placeholderData: keepPreviousData,
  })
  if (!isReady) return <Effect waiting="Say what it applies to and how much, and its effect is shown here." />
  if (error) return <Effect error={error} />
  if (!data) return <Effect waiting="Working out what it changes …" />
  const { up, down, products, agreed, presentBp, largest } = data
  return (
    <Effect>
      {!removes && presentBp !== null && presentBp !== discountBp && (
        <Text size="sm">It replaces {percent(presentBp)}.</Text>
      )}
      <Text size="sm" fw={600}>
        {effectWords(up, down)}
      </Text>
      <Text size="sm" c="dimmed">
        {products === 0
          ? `${customer.name} sees no product with a price here.`
          : `Of ${counted(products, 'product')} that ${customer.name} sees here${agreed > 0 ? `; ${counted(agreed, 'agreed price')} ${agreed === 1 ? 'stays' : 'stay'} as ${agreed === 1 ? 'it is' : 'they are'}` : ''}.`}
      </Text>
      {largest.length > 0 && (
        <ul aria-label="Largest changes">
          {largest.map(({ productId, sku, name, before, after }) => (
            <li key={productId}>
              {sku} {name}: {formatMoney(before, currency)} → <strong>{formatMoney(after, currency)}</strong>
            </li>
          ))}
        </ul>
      )}
    </Effect>
  )
}

function effectWords(up: number, down: number): string {
  if (up + down === 0) return 'No price changes.'
  const parts = [
    ...(down > 0 ? [`${counted(down, 'price')} ${down === 1 ? 'goes' : 'go'} down`] : []),
    ...(up > 0 ? [`${counted(up, 'price')} ${up === 1 ? 'goes' : 'go'} up`] : []),
  ]
  return `${parts.join(', ')}.`
}

import { List, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, errorText } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { formatMoney } from '../../shared/money.tsx'
import { useRested } from '../use-rested.ts'
import { useWorkspace } from '../workspace-context.tsx'
import type { PricedFilter, Repricing } from './queries.ts'
import { roundingText } from './rounding-text.ts'
import { counted } from '../../../../server/src/shared/counted.ts'

export type NewPricesForecast = components['schemas']['NewPricesForecast']

/** What new prices for the filter would be; undefined until it is known for what is typed now. Null: not readable. */
export function useForecast(products: PricedFilter | null, repricing: Repricing | null, enabled: boolean) {
  const { slug } = useWorkspace()
  const { rested, isRested } = useRested({ products: products ?? {}, repricing: repricing ?? {} })
  const isReadable = products !== null && repricing !== null
  const query = useQuery({
    queryKey: ['console', slug, 'forecast', rested],
    queryFn: async ({ signal }) => {
      const params = { path: { slug } }
      return (await api.POST('/app-api/console/{slug}/price-changes/forecast', { params, body: rested, signal })).data
    },
    enabled: enabled && isReadable && isRested,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
  const isFresh = isReadable && isRested && !query.isPlaceholderData && !query.isFetching
  return { shown: isReadable ? query.data : undefined, forecast: isFresh ? query.data : undefined, error: query.error }
}

type ForecastProps = { shown: NewPricesForecast | undefined; repricing: Repricing | null; error: unknown }

/** Says what new prices for the filter would be and how they are rounded, with examples. */
export function ForecastText({ shown, repricing, error }: ForecastProps) {
  const { currency } = useWorkspace()
  if (error) return <Text c="var(--mantine-color-error)">{errorText(error)}</Text>
  if (!shown) return null
  const left = [
    shown.unchanged > 0 && `${counted(shown.unchanged, 'price')} would stay the same`,
    shown.withoutPrice > 0 && `${counted(shown.withoutPrice, 'product')} without a list price`,
    shown.tooHigh > 0 && `${counted(shown.tooHigh, 'price')} would be too high`,
  ].filter(Boolean)
  return (
    <div role="status">
      <Text fw={600}>
        {counted(shown.lines, 'new price')}
        {repricing?.round && `, ${roundingText(repricing.round, (price) => formatMoney(price, currency))}`}
      </Text>
      {left.length > 0 && <Text size="sm">Left out: {left.join(', ')}.</Text>}
      {shown.examples.length > 0 && (
        <List size="sm" mt={4} className="figures">
          {shown.examples.slice(0, 3).map(({ sku, currentPrice, newPrice }) => (
            <List.Item key={sku}>
              {sku}: {formatMoney(currentPrice, currency)} → {formatMoney(newPrice, currency)}
            </List.Item>
          ))}
        </List>
      )}
    </div>
  )
}

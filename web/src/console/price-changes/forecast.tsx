import { List, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, errorText } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { formatMoney } from '../../shared/money.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import type { PricedFilter, Repricing } from './queries.ts'
import { counted } from '../../../../server/src/rules/counted.ts'

export type NewPricesForecast = components['schemas']['NewPricesForecast']

/** How long typing rests before the service is asked, in milliseconds. */
const REST_MS = 250

/** What new prices for the filter would be; undefined until it is known for what is typed now. */
export function useForecast(products: PricedFilter, repricing: Repricing | null, enabled: boolean) {
  const { slug } = useWorkspace()
  const asked = JSON.stringify({ products, repricing })
  const [rested] = useDebouncedValue(asked, REST_MS)
  const query = useQuery({
    queryKey: ['console', slug, 'forecast', rested],
    queryFn: async ({ signal }) => {
      const body = JSON.parse(rested) as { products: PricedFilter; repricing: Repricing }
      const params = { path: { slug } }
      return (await api.POST('/app-api/console/{slug}/price-changes/forecast', { params, body, signal })).data
    },
    enabled: enabled && repricing !== null && rested === asked,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
  const isFresh = rested === asked && !query.isPlaceholderData && !query.isFetching
  return { shown: query.data, forecast: isFresh ? query.data : undefined, error: query.error }
}

/** Says what new prices for the filter would be, with examples. */
export function ForecastText({ shown, error }: { shown: NewPricesForecast | undefined; error: unknown }) {
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
      <Text fw={600}>{counted(shown.lines, 'new price')}</Text>
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

import { List, Text, Alert, Loader } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, errorText } from '../../shared/api.ts'
import type { Issue } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { formatMoney } from '../../shared/money.tsx'
import { useRested } from '../use-rested.ts'
import { useWorkspace } from '../workspace-context.tsx'
import type { PricedFilter, Repricing, Review } from './queries.ts'
import { roundingText, changeText } from './words.ts'
import { counted } from '../../../../server/src/shared/counted.ts'
import { BarChart } from '../charts/charts.tsx'
import type { ChosenProducts } from '../products/bulk-acts.ts'
import { Problem } from '../../shared/problem.tsx'

type NewPricesForecast = components['schemas']['NewPricesForecast']

/** What new prices for a filter, or for chosen products, would be; undefined until it is known for what is typed now. Null: not readable. */
export function useForecast(
  products: PricedFilter | ChosenProducts | null,
  repricing: Repricing | null,
  enabled: boolean,
) {
  const { slug } = useWorkspace()
  const { rested, isRested } = useRested({ products: products ?? {}, repricing: repricing ?? {} })
  const isReadable = products !== null && repricing !== null
  const query = useQuery({
    queryKey: ['console', slug, 'forecast', rested],
    queryFn: async ({ signal }) => {
      const params = { path: { slug } }
      const { products: asked } = rested
      if ('ids' in asked || 'filter' in asked) {
        const body = { ...rested, products: asked }
        return (await api.POST('/app-api/console/{slug}/price-changes/own/forecast', { params, body, signal })).data
      }
      const body = { ...rested, products: asked }
      return (await api.POST('/app-api/console/{slug}/price-changes/forecast', { params, body, signal })).data
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
        {shown.largestRiseBp !== null && `, largest rise ${sizeText(shown.largestRiseBp)}`}
        {shown.largestDropBp !== null && `, largest drop ${sizeText(shown.largestDropBp)}`}
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

/** "4.2%", beside a word that says whether it rises. */
function sizeText(changeBp: number): string {
  return changeText(Math.abs(changeBp)).slice(1)
}

type Range = Pick<Review['lines']['bars'][number], 'fromBp' | 'toBp'>

type ChangeHistogramProps = {
  label: string
  /** What is counted, such as "Lines". */
  counted: string
  bars: readonly (Range & { count: number })[]
  picked?: number | undefined
  onPick?: (bar: number) => void
}

/** How many lines, or customers, have which change: drops on the left, rises on the right. */
export function ChangeHistogram({ label, counted, bars, ...picking }: ChangeHistogramProps) {
  return (
    <BarChart
      {...{ label, ...picking }}
      unit={`${counted} by their change`}
      columns={['Change', counted]}
      bars={bars.map(({ count, ...range }) => ({
        value: count,
        cells: [rangeText(range), count.toLocaleString('en')],
        tone: isSame(range) ? 'same' : (range.toBp ?? 1) <= 0 ? 'drop' : 'rise',
      }))}
      ticks={bars.flatMap((range, i) => {
        if (isSame(range)) return { at: i + 0.5, text: '0%' }
        const edge = (range.toBp ?? 1) <= 0 ? { at: i + 1, bp: range.toBp } : { at: i, bp: range.fromBp }
        return edge.bp === 0 || edge.bp === 1 ? [] : { at: edge.at, text: changeText(edge.bp) }
      })}
      areValuesShown
    />
  )
}

/** "+5% to +10%", "+50% and more", "No change". */
export function rangeText({ fromBp, toBp }: Range): string {
  if (isSame({ fromBp, toBp })) return 'No change'
  if (fromBp === null) return `${changeText(toBp)} and lower`
  if (toBp === null) return `${changeText(fromBp)} and higher`
  return `${changeText(fromBp === 1 ? 0 : fromBp)} to ${changeText(toBp)}`
}

function isSame({ fromBp, toBp }: Range): boolean {
  return fromBp === 0 && toBp === 1
}

const PARTS = { lines: 'Lines', prices: 'List prices', terms: 'Terms, customers and products' } as const

type EffectProps = { act: string; review: Review | undefined; error: unknown; changed: Issue[] }

/**
 * What a decision does: "Publish 412 prices: 38 customers pay more, largest rise 18%"; and what is new since it was
 * shown.
 */
export function EffectText({ act, review, error, changed }: EffectProps) {
  if (error && !review) return <Problem error={error} />
  if (!review) return <Loader size="sm" aria-label="Reading what it does" />
  return (
    <>
      {changed.length > 0 && <ChangedSince changed={changed} />}
      <Text fw={600}>
        {act} {review.effect}.
      </Text>
      {review.summary.deleted > 0 && (
        <Text size="sm">
          Lines of products that are deleted are left out: {review.summary.deleted.toLocaleString('en')}.
        </Text>
      )}
    </>
  )
}

function ChangedSince({ changed }: { changed: Issue[] }) {
  const parts = Object.entries(PARTS).filter(([path]) => changed.some((issue) => issue.path === path))
  return (
    <Alert color="yellow" title="Changed since you looked" mb="sm" role="region" aria-label="Changed since you looked">
      {parts.map(([path, label]) => (
        <div key={path}>
          <Text size="sm" fw={600}>
            {label}
          </Text>
          <List size="sm">
            {changed
              .filter((issue) => issue.path === path)
              .map(({ message }) => (
                <List.Item key={message}>{message}</List.Item>
              ))}
          </List>
        </div>
      ))}
      <Text size="sm" mt={4}>
        What it does now is below.
      </Text>
    </Alert>
  )
}

import { Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMoney } from '../../shared/money.tsx'
import { StepChart } from '../charts/charts.tsx'
import { axisMoney } from '../charts/ticks.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { priceStepsQuery } from './product-queries.ts'

/** The list price over time with what is scheduled, and what a customer pays beside it. Nothing where none changes. */
export function PriceChart({ product, customer = '' }: { product: string; customer?: string }) {
  const { slug, currency, taxLabel, timezone } = useWorkspace()
  const { data } = useQuery({ ...priceStepsQuery(slug, product, customer), placeholderData: keepPreviousData })
  const [now] = useState(() => Date.now())
  if (!data || (data.steps.length < 2 && data.customer === null)) return null
  if (data.steps.every(({ listPrice, customerPrice }) => listPrice === null && customerPrice === null)) return null
  const stepsOf = (of: 'listPrice' | 'customerPrice') =>
    data.steps.map((step) => ({ at: Date.parse(step.at), value: step[of] }))
  return (
    <>
      <StepChart
        label="Prices over time"
        unit={`${currency} ${taxLabel}`}
        series={[
          { name: 'List price', tone: 'own', steps: stepsOf('listPrice') },
          ...(data.customer === null
            ? []
            : [{ name: data.customer, tone: 'same' as const, steps: stepsOf('customerPrice') }]),
        ]}
        format={(price) => formatMoney(price, currency)}
        formatTick={axisMoney(currency)}
        {...{ now, timezone }}
      />
      {data.customer !== null && (
        <Text size="sm" c="dimmed" mb="md">
          For one unit, with the agreed prices of each time and the discounts of now.
        </Text>
      )}
    </>
  )
}

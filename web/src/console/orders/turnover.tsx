import { Box, Group, SegmentedControl, SimpleGrid, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { counted } from '../../../../server/src/shared/counted.ts'
import { formatDate } from '../../shared/dates.ts'
import { formatMoney } from '../../shared/money.tsx'
import { Problem } from '../../shared/problem.tsx'
import { useSearchParam } from '../../shared/search-params.ts'
import { BarChart } from '../charts/charts.tsx'
import { axisMoney } from '../charts/scales.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { turnoverQuery } from './order-queries.ts'

type Period = 'week' | 'month'

const PERIODS = [
  { value: 'week', label: 'By week' },
  { value: 'month', label: 'By month' },
]

/** The orders of the last weeks or months and their value, of one customer or of all. `usual` is shown first. */
export default function Turnover({ customer, usual = 'week' }: { customer?: string; usual?: Period }) {
  const { slug, currency, taxLabel } = useWorkspace()
  const [chosen, choose] = useSearchParam('by')
  const by = chosen === 'week' || chosen === 'month' ? chosen : usual
  const { data, error, refetch } = useQuery(turnoverQuery(slug, by, customer))
  if (!data) return error ? <Problem error={error} retry={() => void refetch()} /> : <Skeleton h={280} />
  const columns = [by === 'week' ? 'Week from' : 'Month', 'Orders', 'Value']
  const bars = data.map(({ from, orders, value }, i) => {
    const isPartial = i === data.length - 1
    const period = `${by === 'week' ? dayName(from) : monthName(from)}${isPartial ? ', so far' : ''}`
    const cells = [period, orders.toLocaleString('en'), formatMoney(value, currency)]
    return { orders, value, shown: { name: tickOf(from, by), cells, isPartial } }
  })
  const orders = bars.map(({ orders, shown }) => ({ ...shown, value: orders }))
  const values = bars.map(({ value, shown }) => ({ ...shown, value }))
  return (
    <Box component="section" aria-label="Orders and turnover" mb="xl">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h3">
          Orders and turnover
        </Title>
        <SegmentedControl
          size="xs"
          aria-label="Period"
          transitionDuration={0}
          data={PERIODS}
          value={by}
          onChange={(value) => choose(value === usual ? null : value)}
        />
      </Group>
      <Text size="sm" mb="sm">
        {inWords(data, by, currency)}
      </Text>
      {data.some(({ orders }) => orders > 0) && (
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
          <BarChart
            label={`Turnover by ${by}`}
            unit={`Turnover, ${currency}${taxLabel ? ` ${taxLabel}` : ''}`}
            bars={values}
            format={axisMoney(currency)}
            {...{ columns }}
          />
          <BarChart label={`Orders by ${by}`} unit="Orders" bars={orders} {...{ columns }} />
        </SimpleGrid>
      )}
    </Box>
  )
}

type Sums = { orders: number; value: number }[]

/** "£12,340.00 in 34 orders in the last 12 weeks. Last week £2,100.00, 12% more than the week before." */
function inWords(periods: Sums, by: Period, currency: string): string {
  const orders = periods.reduce((sum, period) => sum + period.orders, 0)
  if (orders === 0) return `No orders in the last ${periods.length} ${by}s.`
  const value = periods.reduce((sum, period) => sum + period.value, 0)
  const [before, last] = periods.slice(-3).map((period) => period.value)
  const share = Math.round(((last! - before!) / before!) * 100)
  const compared = share === 0 ? `as much as` : `${Math.abs(share)}% ${share > 0 ? 'more' : 'less'} than`
  return (
    `${formatMoney(value, currency)} from ${counted(orders, 'order')} in ${periods.length} ${by}s. ` +
    `Last ${by}: ${formatMoney(last!, currency)}${before! > 0 ? `, ${compared} the ${by} before` : ''}.`
  )
}

/** A day without a time zone: "5 Jan 2027". */
function dayName(day: string): string {
  return formatDate(`${day}T00:00:00Z`, 'UTC')
}

/** "Jan 2027" */
function monthName(day: string): string {
  return dayName(day).replace(/^\d+ /, '')
}

/** "5 Jan", or "Jan". */
function tickOf(day: string, by: Period): string {
  const [date, month] = dayName(day).split(' ')
  return by === 'week' ? `${date} ${month}` : month!
}

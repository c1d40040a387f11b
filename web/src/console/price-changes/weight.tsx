import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { counted } from '../../../../server/src/shared/counted.ts'
import { formatMoney } from '../../shared/money.tsx'
import { Problem } from '../../shared/problem.tsx'
import { PlainTable } from '../../shared/plain-table.tsx'
import { TextLink } from '../../shared/text-link.tsx'
import { AmountBar } from '../charts/amount-bar.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { ImpactSection } from './impact-section.tsx'
import { changeText } from './prices.ts'
import { weightQuery } from './queries.ts'
import type { PriceChange, Weight } from './queries.ts'
import { useSaver } from './saves.tsx'

/** What a price change means in money, by what customers bought in the last months: the sum of all in a sentence. */
export function WeightText({ change }: { change: PriceChange }) {
  const { currency } = useWorkspace()
  const { data, error, refetch } = useWeight(change)
  if (!data) return error ? <Problem error={error} retry={() => void refetch()} /> : <Skeleton h={28} mb="xs" />
  return (
    <Text fw={650} size="lg" mb="xs">
      {inWords(data, currency, change.status === 'published')}
    </Text>
  )
}

/** The customers for whom the change means most, in money. */
export function WeighedCustomers({ change }: { change: PriceChange }) {
  const { slug, currency } = useWorkspace()
  const { data } = useWeight(change)
  if (!data?.customers.length) return null
  const most = Math.max(...data.customers.map(({ monthly }) => Math.abs(monthly)))
  return (
    <ImpactSection title="Customers by what they buy">
      <Text size="sm" c="dimmed" mb="xs">
        In a month, if they buy as much as in the {data.days} days before, for one unit at a time.{' '}
        {data.payMore + data.payLess > data.customers.length && `The first ${data.customers.length}.`}
      </Text>
      <PlainTable
        label="Customers by what they buy"
        rows={data.customers}
        columns={[
          {
            header: 'Customer',
            cell: ({ id, name }) => (
              <TextLink to="/w/$slug/customers/$id" params={{ slug, id }}>
                {name}
              </TextLink>
            ),
          },
          { header: 'A month', align: 'end', cell: ({ monthly }) => signed(monthly, currency) },
          {
            header: 'Beside the others',
            width: 240,
            cell: ({ monthly }) => <AmountBar share={Math.abs(monthly) / most} tone={monthly > 0 ? 'rise' : 'drop'} />,
          },
          {
            header: `Paid in ${data.days} days`,
            align: 'end',
            from: 'sm',
            cell: ({ paid }) => formatMoney(paid, currency),
          },
        ]}
      />
    </ImpactSection>
  )
}

function useWeight(change: PriceChange) {
  const { slug } = useWorkspace()
  const saver = useSaver()
  return useQuery(weightQuery(slug, change.id, () => saver.settle()))
}

/** "+£212.00 a month (+3.1%) for what was bought in the last 90 days: up for 2 customers, down for 1 customer." */
function inWords({ days, monthly, paid, payMore, payLess }: Weight, currency: string, isPublished: boolean): string {
  const when = isPublished ? `in the ${days} days before` : `in the last ${days} days`
  if (paid === 0) return `Nobody bought these products ${when}.`
  if (payMore + payLess === 0) return `Who bought these products ${when} pays the same.`
  const shareBp = (monthly * (days / 30) * 10_000) / paid
  // Sums, not prices: a customer whose sum rises may pay less for some products.
  const up = payMore > 0 ? [`up for ${counted(payMore, 'customer')}`] : []
  const down = payLess > 0 ? [`down for ${counted(payLess, 'customer')}`] : []
  const sum = `${signed(monthly, currency)} a month (${changeText(Math.round(shareBp / 10) * 10)})`
  return `${sum} for what was bought ${when}: ${[...up, ...down].join(', ')}.`
}

/** "+£212.00" */
function signed(minor: number, currency: string): string {
  return `${minor > 0 ? '+' : minor < 0 ? '−' : ''}${formatMoney(Math.abs(minor), currency)}`
}

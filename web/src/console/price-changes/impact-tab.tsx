import { Box, Loader, Paper, Stack, Text, Skeleton, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Empty } from '../../shared/empty.tsx'
import { Problem } from '../../shared/problem.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { AgreedPricesAbove, ShieldingPrices } from './agreed-prices.tsx'
import { ImpactSection } from './status-badge.tsx'
import { LinesByChange } from './lines-by-change.tsx'
import { changeText } from './words.ts'
import { reviewQuery, weightQuery } from './queries.ts'
import type { PriceChange, Review, Weight, CustomerHit } from './queries.ts'
import { useSaver } from './saves.tsx'
import { counted } from '../../../../server/src/shared/counted.ts'
import { formatMoney } from '../../shared/money.tsx'
import { PlainTable } from '../../shared/plain-table.tsx'
import { TextLink } from '../../shared/links.tsx'
import { AmountBar } from '../charts/chart.tsx'
import { useState } from 'react'
import type { Column } from '../../shared/list.ts'
import { DataTable } from '../../shared/data-table.tsx'

/** What a price change does to customers. */
export function ImpactTab({ change }: { change: PriceChange }) {
  const { slug } = useWorkspace()
  const saver = useSaver()
  const { data: review, error, refetch } = useQuery(reviewQuery(slug, change.id, () => saver.settle()))
  if (error && !review) return <Problem error={error} retry={() => void refetch()} />
  if (!review) return <Loader aria-label="Reading what it does" />
  if (change.lineCount === 0) {
    return <Empty title="No lines yet">What it does to each customer is shown here once it has lines.</Empty>
  }
  return (
    <Stack gap="xl">
      <Summary change={change} review={review} />
      <LinesByChange change={change} review={review} />
      <WeighedCustomers change={change} />
      <CustomersHit change={change} review={review} />
      <AgreedPricesAbove change={change} review={review} />
      <ShieldingPrices review={review} />
    </Stack>
  )
}

const VERB: Record<PriceChange['status'], string> = {
  draft: 'Publishing changes',
  scheduled: 'It will change',
  published: 'It changed',
  discarded: 'It would have changed',
  cancelled: 'It would have changed',
}

function Summary({ change, review }: { change: PriceChange; review: Review }) {
  const { customers, increased, decreased, unchanged, averageChangeBp, shieldedLines } = review.summary
  return (
    <div>
      <WeightText change={change} />
      <Text mb="sm">
        {VERB[change.status]} {review.effect}.
      </Text>
      <Box display="grid" style={{ gap: 12, gridTemplateColumns: 'repeat(auto-fit, minmax(9rem, 1fr))' }}>
        <Figure label="Prices that rise" value={increased} />
        <Figure label="Prices that drop" value={decreased} />
        <Figure label="Prices that stay" value={unchanged} />
        <Figure label="Average change" value={changeText(averageChangeBp)} />
        <Figure label="Customers who pay more" value={customers.payMore} />
        <Figure label="Customers who pay less" value={customers.payLess} />
        <Figure label="More for some, less for others" value={customers.mixed} />
        <Figure label="Customers who pay the same" value={customers.paySame} />
      </Box>
      <Text size="sm" c="dimmed" mt="xs">
        At a quantity of 1, with the terms {change.status === 'scheduled' ? 'of its time' : 'of now'}.
        {shieldedLines > 0 && ` Kept by somebody's agreed price: ${counted(shieldedLines, 'line')}.`}
      </Text>
    </div>
  )
}

/** Nothing where there is none of it. */
function Figure({ label, value }: { label: string; value: number | string }) {
  if (value === 0) return null
  return (
    <Paper withBorder p="sm">
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text fw={600} size="lg" className="figures">
        {typeof value === 'number' ? value.toLocaleString('en') : value}
      </Text>
    </Paper>
  )
}

/** What a price change means in money, by what customers bought in the last months: the sum of all in a sentence. */
function WeightText({ change }: { change: PriceChange }) {
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
function WeighedCustomers({ change }: { change: PriceChange }) {
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

/** The customers who pay more for something, hardest hit first, and those who pay less on average. */
function CustomersHit({ change, review }: { change: PriceChange; review: Review }) {
  const { slug, currency } = useWorkspace()
  const [side, setSide] = useState('payMore')
  const rows = side === 'payMore' ? review.payMore : review.payLess
  return (
    <ImpactSection
      title="Customers hit hardest"
      beside={
        <Select
          aria-label="Which customers"
          size="xs"
          data={[
            { value: 'payMore', label: 'Who pays more for something' },
            { value: 'payLess', label: 'Who pays less on average' },
          ]}
          value={side}
          onChange={(value) => setSide(value ?? 'payMore')}
          allowDeselect={false}
          w={230}
        />
      }
    >
      {rows.length === 0 ? (
        <Text size="sm">{side === 'payMore' ? 'Nobody pays more for anything.' : 'Nobody pays less on average.'}</Text>
      ) : (
        <DataTable
          label="Customers hit hardest"
          columns={hitColumns(currency, change.id)}
          rows={rows}
          rowKey={({ id }) => id}
          rowLabel={({ name }) => name}
          rowLink={({ id }) => ({ to: '/w/$slug/customers/$id', params: { slug, id } })}
        />
      )}
    </ImpactSection>
  )
}

function hitColumns(currency: string, changeId: string): Column<CustomerHit>[] {
  return [
    { key: 'customer', header: 'Customer', cell: ({ name }) => name },
    { key: 'average', header: 'Average change', align: 'end', cell: ({ averageBp }) => changeText(averageBp) },
    { key: 'rises', header: 'Rises', align: 'end', from: 'sm', cell: ({ rises }) => rises.toLocaleString('en') },
    { key: 'drops', header: 'Drops', align: 'end', from: 'sm', cell: ({ drops }) => drops.toLocaleString('en') },
    {
      key: 'kept',
      header: 'Kept by agreed prices',
      align: 'end',
      from: 'md',
      cell: ({ shielded }) => shielded.toLocaleString('en'),
    },
    {
      key: 'largest',
      header: 'Largest rise',
      from: 'sm',
      cell: ({ largestRise }) =>
        largestRise
          ? `${largestRise.sku}: ${formatMoney(largestRise.before, currency)} → ${formatMoney(largestRise.after, currency)} (${changeText(largestRise.changeBp)})`
          : '–',
    },
    {
      key: 'lines',
      header: 'Lines',
      cell: (customer) => <PaysLink customer={customer} changeId={changeId} />,
    },
  ]
}

function PaysLink({ customer, changeId }: { customer: CustomerHit; changeId: string }) {
  const { slug } = useWorkspace()
  return (
    <TextLink
      size="sm"
      aria-label={`View prices: ${customer.name}`}
      to="/w/$slug/price-changes/$id"
      params={{ slug, id: changeId }}
      search={{ customer: customer.id }}
    >
      View prices
    </TextLink>
  )
}

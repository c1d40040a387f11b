import { Select, Text } from '@mantine/core'
import { useState } from 'react'
import type { Column } from '../../shared/column.ts'
import { DataTable } from '../../shared/data-table.tsx'
import { formatMoney } from '../../shared/money.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { changeText } from './prices.ts'
import type { CustomerHit, PriceChange, Review } from './queries.ts'
import { ImpactSection } from './impact-section.tsx'
import { TextLink } from '../../shared/text-link.tsx'

/** The customers who pay more for something, hardest hit first, and those who pay less on average. */
export function CustomersHit({ change, review }: { change: PriceChange; review: Review }) {
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

import { Box, Text, Title } from '@mantine/core'
import { useQuery, keepPreviousData } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Column } from '../../shared/list.ts'
import { DataTable } from '../../shared/data-table.tsx'
import { Empty } from '../../shared/empty.tsx'
import { formatMoney } from '../../shared/money.tsx'
import { Problem } from '../../shared/problem.tsx'
import { PAGE_SIZE, pageNumber } from '../../shared/search-params.ts'
import { PriceExplanation, priceQuery } from '../prices/price-explanation.tsx'
import { CustomerField, DateField, QuantityField } from '../prices/price-fields.tsx'
import styles from '../prices/price-fields.module.css'
import { useWorkspace } from '../workspace-context.tsx'
import { PendingPrices } from './add-product-dialog.tsx'
import { customerPricesQuery, priceStepsQuery } from './product-queries.ts'
import type { EditedProduct } from './product-queries.ts'
import type { components } from '../../shared/app-api.d.ts'
import { useState } from 'react'
import { StepChart } from '../charts/charts.tsx'
import { axisMoney } from '../charts/scales.ts'

type CustomerPrice = components['schemas']['CustomerPrice']

const route = getRouteApi('/w/$slug/products/$id')

/** What a product costs: its list price, what one customer pays, and all who pay something else. */
export function ProductPrices({ product }: { product: EditedProduct }) {
  const { currency, taxLabel, may } = useWorkspace()
  const { customer } = route.useSearch()
  return (
    <>
      <Text>
        List price: <strong>{formatMoney(product.listPrice, currency)}</strong> {product.listPrice !== null && taxLabel}
      </Text>
      <PendingPrices id={product.id} />
      <PriceChart product={product.id} customer={customer} />
      <Title order={2} size="h3" mt="xl" mb="sm">
        What a customer pays
      </Title>
      <OneCustomer product={product} />
      {may('all') && (
        <>
          <Title order={2} size="h3" mt="xl" mb="sm">
            Customers not on list price
          </Title>
          <OtherPrices product={product} />
        </>
      )}
    </>
  )
}

function OneCustomer({ product }: { product: EditedProduct }) {
  const { slug } = useWorkspace()
  const { customer = '', quantity = '1', date = '' } = route.useSearch()
  const { data, error, isPlaceholderData } = useQuery(
    priceQuery(slug, { customer, product: product.id, quantity, date }),
  )
  return (
    <>
      <Box className={styles.fields}>
        <CustomerField />
        <QuantityField />
        <DateField />
      </Box>
      <Problem error={customer !== '' ? error : null} />
      {customer !== '' && data && !error && <PriceExplanation price={data} isStale={isPlaceholderData} />}
    </>
  )
}

function OtherPrices({ product }: { product: EditedProduct }) {
  const { slug, currency } = useWorkspace()
  const search = route.useSearch()
  const { data, error, isPlaceholderData } = useQuery(customerPricesQuery(slug, product.id, search.page))
  return (
    <>
      <Problem error={data ? null : error} />
      <DataTable
        label="Customers not on list price"
        columns={columnsFor(currency)}
        rows={data?.data}
        rowKey={({ customer }) => customer.id}
        rowLink={({ customer }) => ({ to: '/w/$slug/customers/$id', params: { slug, id: customer.id } })}
        isStale={isPlaceholderData}
        empty={
          <Empty title="Everybody pays the list price">Discounts and agreed prices are set at each customer.</Empty>
        }
        pager={{ total: data?.total, nextOffset: pageNumber(search.page) * PAGE_SIZE }}
      />
    </>
  )
}

function columnsFor(currency: string): Column<CustomerPrice>[] {
  return [
    { key: 'customer', header: 'Customer', cell: ({ customer }) => customer.name },
    { key: 'price', header: 'Price', align: 'end', cell: ({ price }) => formatMoney(price.unit, currency) },
    { key: 'source', header: 'From', wraps: true, cell: ({ price }) => price.label || 'List price' },
    {
      key: 'breaks',
      header: 'From larger quantities',
      wraps: true,
      cell: ({ breaks }) =>
        breaks
          .map(({ minQty, unit }) => `${minQty.toLocaleString('en')} or more: ${formatMoney(unit, currency)}`)
          .join(' · ') || '–',
    },
    {
      key: 'visible',
      header: 'Visible',
      cell: ({ customer, visible }) => (customer.active ? (visible ? 'Yes' : 'No') : 'Inactive customer'),
    },
  ]
}

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

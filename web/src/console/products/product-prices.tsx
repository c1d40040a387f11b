import { Box, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Column } from '../../shared/column.ts'
import { DataTable } from '../../shared/data-table.tsx'
import { Empty } from '../../shared/empty.tsx'
import { formatMoney } from '../../shared/money.tsx'
import { Problem } from '../../shared/problem.tsx'
import { PAGE_SIZE, pageNumber } from '../../shared/search-params.ts'
import { PriceExplanation } from '../prices/price-explanation.tsx'
import { CustomerField, DateField, QuantityField } from '../prices/price-fields.tsx'
import styles from '../prices/price-fields.module.css'
import { priceQuery } from '../prices/price-query.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { PendingPrices } from './list-price-field.tsx'
import { PriceChart } from './price-chart.tsx'
import { customerPricesQuery } from './product-queries.ts'
import type { EditedProduct } from './product-queries.ts'
import type { components } from '../../shared/app-api.d.ts'

type CustomerPrice = components['schemas']['CustomerPrice']

const route = getRouteApi('/w/$slug/products/$id')

/** What a product costs: its list price, what one customer pays, and all who pay something else. */
export function ProductPrices({ product }: { product: EditedProduct }) {
  const { currency, taxLabel } = useWorkspace()
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
      <Title order={2} size="h3" mt="xl" mb="sm">
        Customers not on list price
      </Title>
      <OtherPrices product={product} />
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

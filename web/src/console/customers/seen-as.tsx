import { Badge, Button, Group, Text } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { components } from '../../shared/app-api.d.ts'
import type { Column } from '../../shared/column.ts'
import { DataTable } from '../../shared/data-table.tsx'
import { Empty } from '../../shared/empty.tsx'
import { formatMoney } from '../../shared/money.tsx'
import { Page } from '../../shared/page.tsx'
import { Problem } from '../../shared/problem.tsx'
import { SearchBox } from '../../shared/search-box.tsx'
import { pageNumber, useChangeSearch } from '../../shared/search-params.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { PAGE_SIZE, seenAsQuery } from './customer-queries.ts'
import type { Customer } from './customer-queries.ts'
import styles from './seen-as.module.css'

const route = getRouteApi('/w/$slug/customers/$id')

type Product = components['schemas']['Product']

const AVAILABILITY: Record<Product['availability'], string | null> = {
  not_tracked: null,
  in_stock: 'In stock',
  low_stock: 'Low stock',
  out_of_stock: 'Out of stock',
  made_to_order: 'Made to order',
}

const STOCK_COLOR = {
  not_tracked: 'gray',
  in_stock: 'green',
  low_stock: 'yellow',
  out_of_stock: 'gray',
  made_to_order: 'blue',
}

/** The portal's list as this customer's buyers see it: the same products, order and prices. Read only. */
export function SeenAs({ customer }: { customer: Customer }) {
  const { slug, currency, taxLabel } = useWorkspace()
  const search = route.useSearch()
  const change = useChangeSearch()
  const { data, error, refetch, isPlaceholderData } = useQuery(seenAsQuery(slug, customer.id, search))
  return (
    <>
      <div className={styles.strip} role="note">
        <span className={styles.who}>Seeing as {customer.name}</span>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconArrowLeft size={14} />}
          onClick={() => change({ view: undefined, q: undefined })}
        >
          Back to the customer
        </Button>
      </div>
      <Page title="Catalogue" description="What this customer sees in your trade portal, at its prices.">
        <Group mb="md">
          <SearchBox label="Search products" />
        </Group>
        <Problem error={error} retry={() => void refetch()} />
        <DataTable
          label="Catalogue"
          columns={columnsOf(currency, taxLabel)}
          rows={data?.data}
          rowKey={({ id }) => id}
          isStale={isPlaceholderData}
          empty={
            <Empty title={search.q ? 'No product matches' : 'Nothing to see'}>
              {search.q ? 'Try fewer words.' : 'No active product is visible to this customer.'}
            </Empty>
          }
          pager={{
            page: pageNumber(search.page),
            pageSize: PAGE_SIZE,
            hasNext: data !== undefined && data.nextOffset !== null,
            onPage: (page) => change({ page: String(page) }),
          }}
        />
      </Page>
    </>
  )
}

function columnsOf(currency: string, taxLabel: string): Column<Product>[] {
  return [
    { key: 'sku', header: 'SKU', cell: ({ sku }) => sku },
    { key: 'name', header: 'Name', cell: ({ name }) => name },
    { key: 'availability', header: 'Availability', from: 'sm', cell: (row) => <Stock product={row} /> },
    {
      key: 'price',
      header: `Price ${taxLabel}`,
      align: 'end',
      cell: ({ price, unitLabel }) => (
        <>
          {price.unit === null ? 'On request' : formatMoney(price.unit, currency)}
          <Text size="xs" c="dimmed">
            {unitLabel}
          </Text>
        </>
      ),
    },
  ]
}

function Stock({ product: { availability } }: { product: Product }) {
  const label = AVAILABILITY[availability]
  if (label === null) return null
  return (
    <Badge variant="light" color={STOCK_COLOR[availability]}>
      {label}
    </Badge>
  )
}

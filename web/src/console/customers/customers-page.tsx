import { Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { parseSort, sortText } from '../../shared/column.ts'
import type { Column } from '../../shared/column.ts'
import { DataTable } from '../../shared/data-table.tsx'
import { Empty } from '../../shared/empty.tsx'
import { FilterSelect } from '../../shared/filter-select.tsx'
import { Page } from '../../shared/page.tsx'
import { Problem } from '../../shared/problem.tsx'
import { useChangeSearch } from '../../shared/search-params.ts'
import { ExportMenu } from '../exports/export-menu.tsx'
import { ActButton } from '../act-button.tsx'
import { ListBar } from '../lists/list-bar.tsx'
import { useColumns } from '../lists/use-columns.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { AddCustomerDialog } from './add-customer-dialog.tsx'
import { BY_NAME, customersQuery, filterOf } from './customer-queries.ts'
import { PriceListDialog } from './price-list-dialog.tsx'
import { InactiveBadge } from './inactive-badge.tsx'

const route = getRouteApi('/w/$slug/customers')

type Row = { id: string; name: string; accountCode: string | null; email: string | null; active: boolean } & Counts
type Counts = { discountCount: number; agreedPriceCount: number; buyerCount: number }

const COLUMNS: Column<Row>[] = [
  { key: 'name', header: 'Name', sortable: true, cell: ({ name }) => name },
  { key: 'accountCode', header: 'Account code', sortable: true, cell: ({ accountCode }) => accountCode ?? '–' },
  { key: 'email', header: 'E-mail', sortable: true, from: 'md', cell: ({ email }) => email ?? '–' },
  { key: 'discounts', header: 'Discounts', align: 'end', from: 'lg', cell: (row) => figure(row.discountCount) },
  { key: 'agreed', header: 'Agreed prices', align: 'end', from: 'lg', cell: (row) => figure(row.agreedPriceCount) },
  { key: 'buyers', header: 'Buyers', align: 'end', from: 'lg', cell: (row) => figure(row.buyerCount) },
  { key: 'active', header: 'Active', from: 'xs', cell: ({ active }) => (active ? 'Yes' : <InactiveBadge />) },
]

function figure(count: number): string {
  return count.toLocaleString('en')
}

const ACTIVE = [
  { value: 'true', label: 'Active' },
  { value: 'false', label: 'Inactive' },
]

/** All customers: found by words, sorted, a page at a time. */
export function CustomersPage() {
  const { slug, reasonNot } = useWorkspace()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const change = useChangeSearch()
  const { data, error, refetch, isPlaceholderData } = useQuery(customersQuery(slug, search))
  const { shown, ...columns } = useColumns('customers', COLUMNS)
  const openDialog = () => change({ dialog: 'add-customer', page: search.page }, { push: true })
  const isFiltered = Boolean(search.q || search.active)
  return (
    <Page
      title="Customers"
      actions={
        <>
          <ExportMenu
            label="Export"
            href={`/app-api/console/${slug}/customers/export`}
            query={filterOf(search)}
            action={{
              label: 'Price lists …',
              run: () => change({ dialog: 'price-lists', page: search.page }, { push: true }),
            }}
            further={{ label: 'Discounts', href: `/app-api/console/${slug}/customers/discounts/export` }}
          />
          <ActButton
            label="Add customer"
            reason={reasonNot('write')}
            leftSection={<IconPlus size={16} />}
            run={openDialog}
          />
        </>
      }
    >
      <ListBar list="customers" searchLabel="Search customers" columns={columns} params={['active']}>
        <FilterSelect label="Active" param="active" data={ACTIVE} />
      </ListBar>
      <Problem error={error} retry={() => void refetch()} />
      <DataTable<Row>
        label="Customers"
        columns={shown}
        onWiden={columns.widen}
        rows={data?.data}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: '/w/$slug/customers/$id', params: { slug, id } })}
        isStale={isPlaceholderData}
        sort={parseSort(search.sort, BY_NAME)}
        onSort={(sort) => change({ sort: sortText(sort) })}
        empty={
          isFiltered ? (
            <Empty title="No customer matches">
              <Text span>Try fewer words, a part of the name, the account code or the e-mail.</Text>
            </Empty>
          ) : (
            <Empty title="No customers yet">
              Customers come from your ERP through the API, or are added here. Each has its own terms, prices and
              buyers.
            </Empty>
          )
        }
        pager={{ total: data?.total, nextOffset: data?.nextOffset }}
      />
      {search.dialog === 'price-lists' && (
        <PriceListDialog onClose={() => change({ dialog: undefined, page: search.page })} />
      )}
      {search.dialog === 'add-customer' && (
        <AddCustomerDialog
          onClose={() => change({ dialog: undefined, page: search.page })}
          onAdded={(id) => void navigate({ to: '/w/$slug/customers/$id', params: { slug, id } })}
        />
      )}
    </Page>
  )
}

import { Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Column } from '../../shared/column.ts'
import { DataTable } from '../../shared/data-table.tsx'
import { Empty } from '../../shared/empty.tsx'
import { Problem } from '../../shared/problem.tsx'
import { SearchBox } from '../../shared/search-box.tsx'
import { useChangeSearch } from '../../shared/search-params.ts'
import { ActButton } from '../act-button.tsx'
import { customersQuery } from '../customers/customer-queries.ts'
import { InactiveBadge } from '../customers/inactive-badge.tsx'
import { RowActions } from '../customers/row-actions.tsx'
import { TabSection } from '../customers/tab-section.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { AddCustomersDialog } from './add-customers-dialog.tsx'
import { GroupDialog } from './group-dialog.tsx'
import type { PriceGroup } from './group-queries.ts'

const route = getRouteApi('/w/$slug/groups/$id')

type Row = { id: string; name: string; accountCode: string | null; active: boolean }

/** Who is in a price group, a page at a time. */
export function CustomersOfGroup({ group }: { group: PriceGroup }) {
  const { slug, reasonNot } = useWorkspace()
  const { q, page, dialog = '' } = route.useSearch()
  const change = useChangeSearch()
  const search = { group: group.id, ...(q && { q }), ...(page && { page }) }
  const { data, error, refetch, isPlaceholderData } = useQuery(customersQuery(slug, search))
  const open = (name: string) => change({ dialog: name, page }, { push: true })
  const close = () => change({ dialog: undefined, page })
  const [act, id] = dialog.split('.')
  const chosen = data?.data.find((customer) => customer.id === id)
  return (
    <TabSection
      title="Customers"
      description="A customer belongs to one price group at most."
      actions={
        <ActButton
          label="Add customers"
          reason={reasonNot('write')}
          leftSection={<IconPlus size={16} />}
          run={() => open('add-customers')}
        />
      }
    >
      {group.customerCount > 0 && <SearchBox label="Search customers" />}
      <Problem error={data ? null : error} retry={() => void refetch()} />
      <DataTable<Row>
        label="Customers"
        columns={columnsOf((customer) => open(`take-out.${customer}`))}
        rows={data?.data}
        rowKey={(row) => row.id}
        rowLink={(row) => ({ to: '/w/$slug/customers/$id', params: { slug, id: row.id } })}
        isStale={isPlaceholderData}
        empty={
          <Empty title={q ? 'No customer matches' : 'No customers'}>
            <Text span>{q ? 'Try fewer words.' : 'Add some here, or choose many in the list of customers.'}</Text>
          </Empty>
        }
        pager={{ total: data?.total, nextOffset: data?.nextOffset }}
      />
      {act === 'add-customers' && <AddCustomersDialog group={group} onClose={close} />}
      {act === 'take-out' && chosen && (
        <GroupDialog
          title={`Take ${chosen.name} out of ${group.name}`}
          subject={chosen.name}
          chosen={{ ids: [chosen.id] }}
          count={1}
          present={group.name}
          to={null}
          onClose={close}
        />
      )}
    </TabSection>
  )
}

function columnsOf(takeOut: (id: string) => void): Column<Row>[] {
  return [
    { key: 'name', header: 'Name', wraps: true, cell: ({ name }) => name },
    { key: 'accountCode', header: 'Account code', from: 'xs', cell: ({ accountCode }) => accountCode ?? '–' },
    { key: 'active', header: 'Active', from: 'sm', cell: ({ active }) => (active ? 'Yes' : <InactiveBadge />) },
    {
      key: 'acts',
      header: 'Actions',
      align: 'end',
      cell: ({ id, name }) => <RowActions of={name} acts={[{ label: 'Remove', run: () => takeOut(id) }]} />,
    },
  ]
}

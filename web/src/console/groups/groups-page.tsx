import { Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Column } from '../../shared/list.ts'
import { DataTable } from '../../shared/data-table.tsx'
import { Empty } from '../../shared/empty.tsx'
import { Page } from '../../shared/page.tsx'
import { Problem } from '../../shared/problem.tsx'
import { useChangeSearch } from '../../shared/search-params.ts'
import { ActButton } from '../acts.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { NameGroupDialog } from './group-dialog.tsx'
import { groupsQuery } from './group-queries.ts'

const route = getRouteApi('/w/$slug/groups')

type Row = { id: string; name: string; customerCount: number; discountCount: number; agreedPriceCount: number }

const COLUMNS: Column<Row>[] = [
  { key: 'name', header: 'Name', wraps: true, cell: ({ name }) => name },
  { key: 'customers', header: 'Customers', align: 'end', cell: (row) => row.customerCount.toLocaleString('en') },
  { key: 'discounts', header: 'Discounts', align: 'end', cell: (row) => row.discountCount.toLocaleString('en') },
  {
    key: 'agreed',
    header: 'Agreed prices',
    align: 'end',
    from: 'xs',
    cell: (row) => row.agreedPriceCount.toLocaleString('en'),
  },
]

/** All price groups: Gold, Silver, Bronze. */
export function GroupsPage() {
  const { slug, reasonNot } = useWorkspace()
  const { dialog } = route.useSearch()
  const navigate = route.useNavigate()
  const change = useChangeSearch()
  const { data, error, refetch } = useQuery(groupsQuery(slug))
  return (
    <Page
      title="Price groups"
      description={
        <Text span>Customers of a group share its discounts and agreed prices. Their own terms come first.</Text>
      }
      actions={
        <ActButton
          label="Add group"
          reason={reasonNot('terms')}
          leftSection={<IconPlus size={16} />}
          run={() => change({ dialog: 'add-group' }, { push: true })}
        />
      }
    >
      <Problem error={data ? null : error} retry={() => void refetch()} />
      <DataTable<Row>
        label="Price groups"
        columns={COLUMNS}
        rows={data}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: '/w/$slug/groups/$id', params: { slug, id } })}
        empty={
          <Empty title="No price groups yet">
            Add one, such as Gold: give it discounts and agreed prices, then its customers.
          </Empty>
        }
      />
      {dialog === 'add-group' && (
        <NameGroupDialog
          onClose={() => change({ dialog: undefined })}
          onAdded={(id) => void navigate({ to: '/w/$slug/groups/$id', params: { slug, id } })}
        />
      )}
    </Page>
  )
}

import { Group } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { DataTable } from '../../shared/data-table.tsx'
import { Empty } from '../../shared/empty.tsx'
import { FilterSelect } from '../../shared/filter-select.tsx'
import { Page } from '../../shared/page.tsx'
import { Problem } from '../../shared/problem.tsx'
import { useChangeSearch } from '../../shared/search-params.ts'
import { ActButton } from '../act-button.tsx'
import { CustomerField } from '../prices/price-fields.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { nameOf, promiseColumns, STATES } from './promise-columns.tsx'
import { PromiseDialog } from './promise-dialog.tsx'
import { promisesQuery } from './promise-queries.ts'
import { RemovePromiseDialog } from './remove-promise-dialog.tsx'
import { useBegun } from './use-begun.ts'

const route = getRouteApi('/w/$slug/promises')

/** What customers were promised, and whether it holds. */
export function PromisesPage() {
  const { slug, currency, timezone, reasonNot } = useWorkspace()
  const isNarrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const search = route.useSearch()
  const change = useChangeSearch()
  const { data, error, refetch, isPlaceholderData } = useQuery(promisesQuery(slug, search))
  const begin = useBegun(search)
  const open = (dialog: string) => change({ dialog, page: search.page }, { push: true })
  const close = () => change({ dialog: undefined, product: undefined, quantity: undefined, page: search.page })
  const [act, id] = (search.dialog ?? '').split('.')
  const chosen = data?.data.find((promise) => promise.id === id)
  const isFiltered = Boolean(search.state || search.customer)
  return (
    <Page
      title="Promises"
      description="Prices that customers were promised. They change no price: before something would break one, it says so."
      actions={
        <ActButton
          label="Add promise"
          reason={reasonNot('write')}
          leftSection={<IconPlus size={16} aria-hidden />}
          run={() => open('add')}
        />
      }
    >
      <Group align="flex-end" mb="md" gap="sm">
        <FilterSelect label="State" param="state" data={STATES} />
        <CustomerField />
      </Group>
      <Problem error={error} retry={() => void refetch()} />
      <DataTable
        label="Promises"
        columns={promiseColumns({ slug, currency, timezone, isNarrow, open })}
        rows={data?.data}
        rowKey={(promise) => promise.id}
        rowLabel={nameOf}
        isStale={isPlaceholderData}
        empty={
          <Empty title={isFiltered ? 'No promise matches' : 'No promises'}>
            {isFiltered
              ? 'Try another state or customer. Promises that are over are under “Ended”.'
              : 'Add what was agreed, such as a price until a day. It is checked whenever a price would change.'}
          </Empty>
        }
        pager={{ total: data?.total, nextOffset: data?.nextOffset }}
      />
      {act === 'add' && begin && <PromiseDialog begin={begin} onClose={close} />}
      {act === 'change' && chosen && <PromiseDialog promise={chosen} onClose={close} />}
      {act === 'remove' && chosen && <RemovePromiseDialog promise={chosen} onClose={close} />}
    </Page>
  )
}

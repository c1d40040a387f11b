import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Pager } from '../../shared/pager.tsx'
import { Problem } from '../../shared/problem.tsx'
import { ActivityList } from '../activity/activity-list.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { historyQuery } from './customer-queries.ts'
import type { Customer } from './customer-queries.ts'

const route = getRouteApi('/w/$slug/customers/$id')

/** Who did what to the customer, its terms and its buyers, newest first. */
export function HistoryTab({ customer }: { customer: Customer }) {
  const { slug } = useWorkspace()
  const { page } = route.useSearch()
  const { data, error, refetch, isPlaceholderData } = useQuery(historyQuery(slug, customer.id, page))
  return (
    <>
      <Problem error={error} retry={() => void refetch()} />
      <ActivityList label="History" entries={data?.data} isStale={isPlaceholderData} />
      {data && <Pager shown={data.data.length} nextOffset={data.nextOffset} />}
    </>
  )
}

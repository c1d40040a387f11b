import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Empty } from '../../shared/empty.tsx'
import { FilterSelect } from '../../shared/filter-select.tsx'
import { NewestFirstPager } from '../../shared/pager.tsx'
import { Page } from '../../shared/page.tsx'
import { Problem } from '../../shared/problem.tsx'
import { ListBar } from '../lists/list-bar.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { ACTIONS, KINDS } from './action-words.ts'
import { ActivityList } from './activity-list.tsx'
import { activityQuery, actorsQuery, isId } from './activity-queries.ts'
import type { ActivityEntry } from './activity-queries.ts'
import { useState } from 'react'
import { DateInput } from '../../shared/date-input.tsx'
import { isDay } from '../../../../server/src/shared/read-day.ts'
import { useSearchParam } from '../../shared/search-params.ts'

const route = getRouteApi('/w/$slug/activity')

export function ActivityPage() {
  const { slug, timezone } = useWorkspace()
  const search = route.useSearch()
  const { data, error, isPlaceholderData, refetch } = useQuery(activityQuery(slug, search))
  const isFiltered = Boolean(search.who || search.what || search.from || search.to)
  return (
    <Page
      title="Activity"
      description={`Who changed what, newest first. Times are those of ${timezone.replaceAll('_', ' ')}.`}
    >
      <ListBar params={['who', 'what', 'from', 'to']}>
        <WhoFilter />
        <WhatFilter first={data?.data[0]} />
        <DayFilter label="From" param="from" />
        <DayFilter label="To" param="to" />
      </ListBar>
      <Problem error={error} retry={() => void refetch()} />
      <ActivityList
        label="Activity"
        entries={data?.data}
        isStale={isPlaceholderData}
        empty={
          isFiltered ? (
            <Empty title="Nothing matches">Remove a filter, or choose other days.</Empty>
          ) : (
            <Empty title="Nothing older">There are no earlier changes.</Empty>
          )
        }
      />
      <NewestFirstPager before={data?.before} />
    </Page>
  )
}

/** Kinds of those who change something. Some have no record of their own. */
const KINDS_OF_ACTORS = [
  { value: 'staff', label: 'All staff' },
  { value: 'key', label: 'All API keys' },
  { value: 'buyer', label: 'All buyers' },
  { value: 'operator', label: 'Operator' },
  { value: 'system', label: 'Scheduler' },
]

function WhoFilter() {
  const { slug } = useWorkspace()
  const { data: actors = [] } = useQuery(actorsQuery(slug))
  const single = actors.map(({ id, name, type }) => ({
    value: id!,
    label: type === 'key' ? `${name} (API key)` : name,
  }))
  return (
    <FilterSelect
      label="Who"
      param="who"
      placeholder="Anyone"
      searchable
      data={[
        { group: 'People and keys', items: single },
        { group: 'Kinds', items: KINDS_OF_ACTORS },
      ]}
    />
  )
}

function WhatFilter({ first }: { first: ActivityEntry | undefined }) {
  const { what = '' } = route.useSearch()
  const kinds = Object.entries(KINDS).map(([value, { many }]) => ({ value, label: many }))
  // The address may ask for a single thing, as links from other pages do.
  const single = isId(what) ? [{ value: what, label: first?.subject.label ?? 'One thing' }] : []
  return (
    <FilterSelect
      label="What"
      param="what"
      placeholder="Anything"
      searchable
      data={[
        ...(single.length > 0 ? [{ group: 'Only', items: single }] : []),
        { group: 'Kinds', items: kinds },
        { group: 'Acts', items: ACTIONS },
      ]}
    />
  )
}

/** A day in the address, as `2027-01-05`. What is typed goes there once it is a day. */
export function DayFilter({ label, param }: { label: string; param: string }) {
  const [value, change] = useSearchParam(param)
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? value
  const type = (next: string) => {
    const isComplete = next === '' || isDay(next)
    setTyped(isComplete ? null : next)
    if (isComplete) change(next === '' ? null : next)
  }
  return (
    <DateInput label={label} value={text} onChange={type} w={{ base: '100%', xs: 170 }} placeholder="Any" isNarrow />
  )
}

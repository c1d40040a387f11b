import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParam } from '../../shared/search-params.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { findGroups, groupsQuery } from '../choices.ts'
import type { Grouping } from '../choices.ts'

const NONE: { id: string; name: string }[] = []

/** Filters by a brand or category: a combobox that asks the service, since there can be thousands. */
export function GroupFilter({ label, param }: { label: string; param: Grouping }) {
  const { slug } = useWorkspace()
  const [id, change] = useSearchParam(param)
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed, 120)
  const { data: chosen = NONE } = useQuery({
    queryKey: ['console', slug, param, 'id', id],
    queryFn: ({ signal }) => findGroups(slug, param, { id }, signal),
    enabled: id !== '',
    staleTime: 60_000,
  })
  // The name of the chosen one stands in the field: it is no search.
  const isTyped = q !== '' && q !== chosen[0]?.name
  const { data: found = NONE } = useQuery(groupsQuery(slug, param, isTyped ? q : ''))
  const offered = [...chosen.filter((group) => group.id === id && found.every((other) => other.id !== id)), ...found]
  return (
    <Select
      label={label}
      placeholder="All"
      data={offered.map((group) => ({ value: group.id, label: group.name }))}
      value={id === '' ? null : id}
      onChange={(value) => change(value)}
      searchable
      onSearchChange={setTyped}
      filter={({ options }) => options}
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      nothingFoundMessage="Nothing matches"
    />
  )
}

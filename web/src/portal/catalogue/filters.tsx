import { SegmentedControl, Select } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { FilterSelect } from '../../shared/filter-select.tsx'
import { useChangeSearch, useSearchParam } from '../../shared/search-params.ts'
import { usePortal } from '../portal-context.tsx'
import { AVAILABILITY_CHOICES } from '../../shared/filter-choices.ts'
import styles from './catalogue.module.css'
import { FILTER_WIDTH } from './filter-skeleton.tsx'
import { detailsOf, withDetail } from './product-queries.ts'
import type { Groups } from './product-queries.ts'

const route = getRouteApi('/t/$slug/')

/** What the catalogue can be narrowed down by, and its order. */
export default function Filters({ groups }: { groups: Groups | undefined }) {
  const { settings } = usePortal()
  const search = route.useSearch()
  const q = search.q ?? ''
  const changeSearch = useChangeSearch()
  // The numbers are those without a search.
  const choices = (facets: Groups['brands'] = []) =>
    facets.map(({ id, name, count }) => ({
      value: id,
      label: q === '' ? `${name} (${count.toLocaleString('en')})` : name,
    }))
  return (
    <>
      <div className={styles.narrowing}>
        <FilterSelect label="Brand" param="brand" data={choices(groups?.brands)} />
        <FilterSelect
          label="Category"
          param="category"
          data={choices(groups?.categories)}
          onChange={(chosen) => changeSearch({ category: chosen ?? undefined, details: undefined })}
        />
        {settings.showAvailability && (
          <FilterSelect label="Availability" param="availability" data={AVAILABILITY_CHOICES} />
        )}
        {groups?.details.map(({ name, values }) => (
          <FilterSelect
            key={name}
            label={name}
            param="details"
            data={values.map(({ value, count }) => ({ value, label: q === '' ? `${value} (${count})` : value }))}
            value={detailsOf(search)[name] ?? null}
            onChange={(chosen) => changeSearch({ details: withDetail(search, name, chosen ?? undefined) })}
          />
        ))}
      </div>
      <Sort isSearch={q !== ''} />
    </>
  )
}

const SORTS = [
  { value: 'name', label: 'Name' },
  { value: 'price', label: 'Price' },
  { value: 'newest', label: 'Newest' },
  { value: 'usual', label: 'Usual' },
]
const BY_RELEVANCE = { value: '', label: 'Relevance' }

function Sort({ isSearch }: { isSearch: boolean }) {
  const [value, change] = useSearchParam('sort')
  const data = isSearch ? [BY_RELEVANCE, ...SORTS] : SORTS
  const byDefault = data[0]!.value
  return (
    <Select
      label="Sort"
      data={data}
      value={value || byDefault}
      onChange={(chosen) => change(chosen === byDefault ? null : chosen)}
      allowDeselect={false}
      w={FILTER_WIDTH}
    />
  )
}

type View = 'list' | 'grid'

const VIEWS = [
  { value: 'list', label: 'List' },
  { value: 'grid', label: 'Grid' },
] satisfies { value: View; label: string }[]

/** As large as its label, so that whoever looks for the field itself finds it there. */
const OVER_LABEL = { inset: 0, width: '100%', height: '100%', margin: 0, zIndex: 3 } as const

/** How the catalogue is shown. */
export function ViewChoice({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  return (
    <SegmentedControl
      aria-label="View"
      size="xs"
      transitionDuration={0}
      data={VIEWS}
      value={view}
      onChange={onChange}
      styles={{ input: OVER_LABEL }}
    />
  )
}

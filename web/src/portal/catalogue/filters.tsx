import { Select } from '@mantine/core'
import { FilterSelect } from '../../shared/filter-select.tsx'
import { useSearchParam } from '../../shared/search-params.ts'
import { usePortal } from '../portal-context.tsx'
import { AVAILABILITY_CHOICES } from '../../shared/availability.ts'
import styles from './catalogue.module.css'
import { FILTER_WIDTH } from './filter-skeleton.tsx'
import type { Groups } from './product-queries.ts'

/** What the catalogue can be narrowed down by, and its order. */
export default function Filters({ groups }: { groups: Groups | undefined }) {
  const { settings } = usePortal()
  const [q] = useSearchParam('q')
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
        <FilterSelect label="Category" param="category" data={choices(groups?.categories)} />
        {settings.showAvailability && (
          <FilterSelect label="Availability" param="availability" data={AVAILABILITY_CHOICES} />
        )}
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

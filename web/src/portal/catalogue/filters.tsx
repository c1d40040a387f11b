import { useQuery } from '@tanstack/react-query'
import { FilterSelect } from '../../shared/filter-select.tsx'
import { usePortal } from '../portal-context.tsx'
import { AVAILABILITY_LABEL, groupsQuery } from './product-queries.ts'

/** What the catalogue can be narrowed down by. */
export default function Filters() {
  const { slug, settings } = usePortal()
  const { data: groups } = useQuery(groupsQuery(slug))
  const availability = Object.entries(AVAILABILITY_LABEL).map(([value, label]) => ({ value, label }))
  return (
    <>
      <FilterSelect label="Brand" param="brand" data={choices(groups?.brands)} />
      <FilterSelect label="Category" param="category" data={choices(groups?.categories)} />
      {settings.showAvailability && <FilterSelect label="Availability" param="availability" data={availability} />}
    </>
  )
}

function choices(groups: { id: string; name: string }[] = []) {
  return groups.map(({ id, name }) => ({ value: id, label: name }))
}

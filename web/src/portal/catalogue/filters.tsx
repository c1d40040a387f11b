import { useQuery } from '@tanstack/react-query'
import { FilterSelect } from '../../shared/filter-select.tsx'
import { usePortal } from '../portal-context.tsx'
import { AVAILABILITY_CHOICES } from '../../shared/availability.ts'
import { groupsQuery } from './product-queries.ts'

/** What the catalogue can be narrowed down by. */
export default function Filters() {
  const { slug, settings } = usePortal()
  const { data: groups } = useQuery(groupsQuery(slug))
  return (
    <>
      <FilterSelect label="Brand" param="brand" data={choices(groups?.brands)} />
      <FilterSelect label="Category" param="category" data={choices(groups?.categories)} />
      {settings.showAvailability && (
        <FilterSelect label="Availability" param="availability" data={AVAILABILITY_CHOICES} />
      )}
    </>
  )
}

function choices(groups: { id: string; name: string }[] = []) {
  return groups.map(({ id, name }) => ({ value: id, label: name }))
}

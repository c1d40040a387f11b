import { FilterSelect } from '../../shared/filter-select.tsx'
import { AVAILABILITY_CHOICES } from '../../shared/availability.ts'
import { GroupFilter } from './group-filter.tsx'

const ACTIVE = [
  { value: 'true', label: 'Active' },
  { value: 'false', label: 'Inactive' },
]
const VISIBILITY = [
  { value: 'all', label: 'All customers' },
  { value: 'selected', label: 'Selected customers' },
]
const WITHOUT_PRICE = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]

/** What the list of products is filtered by. */
export function ProductFilters() {
  return (
    <>
      <GroupFilter label="Brand" param="brand" />
      <GroupFilter label="Category" param="category" />
      <FilterSelect label="Availability" param="availability" data={AVAILABILITY_CHOICES} />
      <FilterSelect label="Active" param="active" data={ACTIVE} />
      <FilterSelect label="Visibility" param="visibility" data={VISIBILITY} />
      <FilterSelect label="Without a price" param="withoutPrice" data={WITHOUT_PRICE} />
    </>
  )
}

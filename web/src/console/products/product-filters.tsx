import { Group } from '@mantine/core'
import { FilterSelect } from '../../shared/filter-select.tsx'
import { SearchBox } from '../../shared/search-box.tsx'
import { AVAILABILITY_DATA } from './availability.ts'
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

/** What the list of products is searched and filtered by. */
export function ProductFilters() {
  return (
    <>
      <Group mb="sm">
        <SearchBox label="Search products" />
      </Group>
      <Group mb="md" gap="sm" align="flex-end">
        <GroupFilter label="Brand" param="brand" />
        <GroupFilter label="Category" param="category" />
        <FilterSelect label="Availability" param="availability" data={AVAILABILITY_DATA} />
        <FilterSelect label="Active" param="active" data={ACTIVE} />
        <FilterSelect label="Visibility" param="visibility" data={VISIBILITY} />
        <FilterSelect label="Without a price" param="withoutPrice" data={WITHOUT_PRICE} />
      </Group>
    </>
  )
}

import { Box, Group } from '@mantine/core'
import { FilterSelect } from '../../shared/filter-select.tsx'
import { SearchBox } from '../../shared/search-box.tsx'
import { AVAILABILITY_CHOICES } from '../../shared/availability.ts'
import { GroupFilter } from './group-filter.tsx'
import styles from './product-filters.module.css'

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
      <Box className={styles.filters}>
        <GroupFilter label="Brand" param="brand" />
        <GroupFilter label="Category" param="category" />
        <FilterSelect label="Availability" param="availability" data={AVAILABILITY_CHOICES} w="100%" />
        <FilterSelect label="Active" param="active" data={ACTIVE} w="100%" />
        <FilterSelect label="Visibility" param="visibility" data={VISIBILITY} w="100%" />
        <FilterSelect label="Without a price" param="withoutPrice" data={WITHOUT_PRICE} w="100%" />
      </Box>
    </>
  )
}

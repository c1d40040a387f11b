import { Group, SimpleGrid, TextInput } from '@mantine/core'
import { MoneyInput, parseMoney } from '../../shared/money.tsx'
import { SearchSelect } from '../../shared/search-select.tsx'
import type { Choice } from '../../shared/search-select.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { searchGroups } from '../choices.ts'
import type { Grouping } from '../choices.ts'
import type { PricedFilter } from './queries.ts'

/** What is typed and chosen. */
export type FilterTexts = {
  brand: Choice | null
  category: Choice | null
  q: string
  minPrice: string
  maxPrice: string
}

export const NO_FILTER: FilterTexts = { brand: null, category: null, q: '', minPrice: '', maxPrice: '' }

/** The filter that the fields mean; what cannot be read is left out. */
export function readFilter({ brand, category, q, minPrice, maxPrice }: FilterTexts, currency: string): PricedFilter {
  const [least, most] = [parseMoney(minPrice, currency).value, parseMoney(maxPrice, currency).value]
  return {
    ...(brand && { brand: brand.value }),
    ...(category && { category: category.value }),
    ...(q.trim() !== '' && { q: q.trim() }),
    ...(typeof least === 'number' && { minPrice: least }),
    ...(typeof most === 'number' && { maxPrice: most }),
  }
}

/** Which products get new prices. */
export function FilterFields({ value, onChange }: { value: FilterTexts; onChange: (value: FilterTexts) => void }) {
  const { slug, currency } = useWorkspace()
  const group = (grouping: Grouping, label: string) => (
    <SearchSelect
      label={label}
      placeholder="All"
      value={value[grouping]}
      onChange={(choice) => onChange({ ...value, [grouping]: choice })}
      searchKey={[slug, grouping]}
      search={(text, signal) => searchGroups(slug, grouping, text, signal)}
    />
  )
  return (
    <>
      <Group grow align="flex-start">
        {group('brand', 'Brand')}
        {group('category', 'Category')}
      </Group>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
        <TextInput
          label="Words or SKU"
          value={value.q}
          onChange={(event) => onChange({ ...value, q: event.currentTarget.value })}
          autoComplete="off"
        />
        <MoneyInput
          label="List price from"
          currency={currency}
          value={value.minPrice}
          onChange={(minPrice) => onChange({ ...value, minPrice })}
        />
        <MoneyInput
          label="List price up to"
          currency={currency}
          value={value.maxPrice}
          onChange={(maxPrice) => onChange({ ...value, maxPrice })}
        />
      </SimpleGrid>
    </>
  )
}

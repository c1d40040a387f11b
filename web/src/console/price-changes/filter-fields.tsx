import { Group, SimpleGrid, TextInput } from '@mantine/core'
import { MoneyInput, parseMoney } from '../../shared/money.tsx'
import { SearchSelect } from '../../shared/search-select.tsx'
import type { Choice } from '../../shared/search-select.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { searchGroups } from '../choices.ts'
import type { Grouping } from '../choices.ts'
import type { PricedFilter } from './queries.ts'

/** What is typed and chosen. */
type FilterTexts = {
  brand: Choice | null
  category: Choice | null
  q: string
  minPrice: string
  maxPrice: string
}

export const NO_FILTER: FilterTexts = { brand: null, category: null, q: '', minPrice: '', maxPrice: '' }

/**
 * The filter that the fields mean. Null while a price cannot be read, as a filter without it means more products;
 * `problems` says what is wrong with each field.
 */
export function readFilter(
  { brand, category, q, minPrice, maxPrice }: FilterTexts,
  currency: string,
): { products: PricedFilter | null; problems: Record<'minPrice' | 'maxPrice', string | undefined> } {
  const [least, most] = [parseMoney(minPrice, currency), parseMoney(maxPrice, currency)]
  const problems = { minPrice: least.problem, maxPrice: most.problem }
  if (least.problem !== undefined || most.problem !== undefined) return { products: null, problems }
  const products = {
    ...(brand && { brand: brand.value }),
    ...(category && { category: category.value }),
    ...(q.trim() !== '' && { q: q.trim() }),
    ...(least.value !== null && { minPrice: least.value }),
    ...(most.value !== null && { maxPrice: most.value }),
  }
  return { products, problems }
}

type FilterFieldsProps = {
  value: FilterTexts
  onChange: (value: FilterTexts) => void
  fieldError: (path: string) => string | undefined
}

/** Which products get new prices. */
export function FilterFields({ value, onChange, fieldError }: FilterFieldsProps) {
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
          error={fieldError('minPrice')}
        />
        <MoneyInput
          label="List price up to"
          currency={currency}
          value={value.maxPrice}
          onChange={(maxPrice) => onChange({ ...value, maxPrice })}
          error={fieldError('maxPrice')}
        />
      </SimpleGrid>
    </>
  )
}
